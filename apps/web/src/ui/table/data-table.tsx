import { type ComponentProps, type ReactNode, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { type Selection, useSelection } from "../../lib/list/row-selection.ts";
import { isShown, useTableView } from "../../lib/list/table-view.ts";
import { defaultPageSize, isFiltered, type ListView } from "../../lib/list/use-list.ts";
import { narrowScreen, useMedia } from "../../lib/use-media.ts";
import { ErrorPanel } from "../error-panel.tsx";
import { CheckBox } from "../form/checkbox.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { NothingFits } from "./nothing-fits.tsx";
import { Pagination } from "./pagination.tsx";
import { selectCellClass } from "./select-cell.tsx";
import { SortHeader } from "./sort-header.tsx";
import { maxDrawn, TableBody } from "./table-body.tsx";
import { CardOrder, cardLines, TableCard, WaitingCards } from "./table-card.tsx";
import { type Column, foldsOf, type RowProps, TableRow, WaitingRows } from "./table-row.tsx";
import { TableViewMenu } from "./table-view-menu.tsx";

export type { Column } from "./table-row.tsx";

type Props<Row> = {
  /** Read aloud: what the rows are. */
  label: string;
  list: ListView<Row>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Names a row for screen readers. */
  rowLabel: (row: Row) => string;
  /** Stands in place of the rows where a list without search and filters has none. */
  empty: ReactNode;
  /** Actions on many rows at once (`BulkDelete`); rows then have boxes. */
  bulk?: (selection: Selection<Row>) => ReactNode;
  /** Under which name the chosen columns are remembered; the list's path when left out. */
  name?: string;
};

/**
 * A page of rows from the server: ordering by its headings, a row opens in the side panel (its id
 * goes into the address as `open`). Arrows, Home and End move between rows, Enter opens, Space
 * selects. Which columns it shows and how high rows are is the reader's choice and remembered. On
 * a phone each row is a card.
 */
export function DataTable<Row>(props: Props<Row>) {
  const { label, list, columns, rowId, rowLabel, empty, bulk, name } = props;
  const { search, change } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const view = useTableView(name ?? list.path);
  const isCards = useMedia(narrowScreen);
  const selection = useSelection(list.rows, rowId, scopeOf(search));
  if (list.isError && !list.data)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data && list.count === 0) {
    const isNarrowed = Boolean(search.search) || isFiltered(search);
    return isNarrowed ? <NothingFits search={search} onClear={change} /> : empty;
  }
  const shown = columns
    .filter((column, index) => isShown(column, index, view.choice))
    .filter((column) => !(column.secondary && search.open && !isCards));
  const folds = foldsOf(shown);
  const isLong = list.rows.length > maxDrawn;
  const rowProps = (row: Row, index?: number, measure?: RowProps<Row>["measure"]) => ({
    row,
    columns: shown,
    label: rowLabel(row),
    chosen: search.open === rowId(row),
    density: view.density,
    onOpen: () => change({ open: rowId(row) }),
    href: addressWith("open", rowId(row)),
    selected: selection.rows.has(rowId(row)),
    onSelect: bulk && ((range: boolean) => selection.toggle(rowId(row), range)),
    index,
    measure,
  });
  const handleOrder = (ordering: string | undefined) => change({ ordering });
  return (
    <>
      {isCards && (bulk || shown.some(({ sortable }) => sortable)) && (
        <div data-print="no" className="flex items-center gap-3 border-y border-line px-4 py-2">
          {bulk && <SelectPage list={list} rowId={rowId} selection={selection} />}
          <CardOrder columns={shown} ordering={search.ordering} onOrder={handleOrder} />
        </div>
      )}
      <div
        ref={scroller}
        // Columns ask how wide the table is, which may have a map beside it.
        className="@container/list relative min-h-0 grow overflow-auto print:overflow-visible"
        aria-busy={list.isFetching || undefined}
      >
        <table
          aria-label={label}
          role={isCards ? "table" : undefined}
          aria-rowcount={isLong ? list.rows.length + (isCards ? 0 : 1) : undefined}
          className={cx(
            isCards ? "block bg-canvas" : "w-full border-collapse",
            "text-sm",
            list.isPlaceholderData && "opacity-60",
          )}
        >
          {!isCards && (
            <TableHead
              {...{ list, folds }}
              columns={shown}
              onOrder={handleOrder}
              box={bulk && <SelectPage list={list} rowId={rowId} selection={selection} />}
            />
          )}
          {list.data ? (
            <TableBody
              rows={list.rows}
              density={view.density}
              scroller={scroller}
              cardLines={isCards ? cardLines : undefined}
              onEscape={() => search.open && change({ open: undefined })}
              draw={(row, index, measure) =>
                isCards ? (
                  <TableCard key={rowId(row)} {...rowProps(row, index, measure)} />
                ) : (
                  <TableRow key={rowId(row)} {...rowProps(row, index, measure)} folds={folds} />
                )
              }
            />
          ) : (
            <WaitingBody
              {...{ isCards, folds }}
              columns={shown}
              density={view.density}
              boxes={Boolean(bulk)}
            />
          )}
        </table>
      </div>
      {bulk && selection.rows.size > 0 && (
        <BulkBar selected={selection.rows.size} count={list.count} onClear={selection.clear}>
          {/* Texts that come only now would take the rows away meanwhile, and the focus with them. */}
          <Suspense fallback={null}>{bulk(selection)}</Suspense>
        </BulkBar>
      )}
      <TableFoot list={list} columns={columns} view={view} />
    </>
  );
}

/** Parameters that decide which rows there are, as text: the selection lives as long as they stay the same. */
function scopeOf(search: Record<string, unknown>): string {
  const { open: _open, page: _page, page_size: _size, ordering: _order, ...filters } = search;
  return JSON.stringify(filters);
}

const selectHeadClass = cx(selectCellClass, "shadow-[inset_0_-1px_0_var(--line)]");

type HeadProps<Row> = {
  list: ListView<Row>;
  columns: readonly Column<Row>[];
  folds: ReturnType<typeof foldsOf<Row>>;
  onOrder: (ordering: string | undefined) => void;
  /** Chooses all rows of the page, where rows can be chosen. */
  box: ReactNode;
};

/** Headings. Shown with the first rows, which give the columns their widths: they would jump to the side. */
function TableHead<Row>({ list, columns, folds, onOrder, box }: HeadProps<Row>) {
  return (
    <thead
      className={cx("sticky top-0 z-10 bg-surface text-xs text-ink-3", !list.data && "invisible")}
    >
      <tr>
        {box && (
          <th scope="col" data-print="no" className={selectHeadClass}>
            {box}
          </th>
        )}
        {columns.map((column) => (
          <SortHeader
            key={column.id}
            column={column}
            fold={folds.get(column)}
            ordering={list.search.ordering}
            onOrder={onOrder}
          />
        ))}
      </tr>
    </thead>
  );
}

type WaitingProps<Row> = ComponentProps<typeof WaitingRows<Row>> & { isCards: boolean };

/** In place of the rows until they are there. */
function WaitingBody<Row>({ isCards, ...rows }: WaitingProps<Row>) {
  return (
    <tbody className={isCards ? "block" : undefined}>
      {isCards ? (
        <WaitingCards lines={cardLines} density={rows.density} />
      ) : (
        <WaitingRows {...rows} />
      )}
    </tbody>
  );
}

type FootProps<Row> = {
  list: ListView<Row>;
  columns: readonly Column<Row>[];
  view: ReturnType<typeof useTableView>;
};

/** How the table is shown, and which page of it. */
function TableFoot<Row>({ list: { search, change, count }, columns, view }: FootProps<Row>) {
  return (
    <div
      data-print="no"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-2 pe-4"
    >
      <TableViewMenu columns={columns} view={view} />
      <div className="ms-auto">
        <Pagination
          count={count}
          page={search.page ?? 1}
          pageSize={search.page_size ?? defaultPageSize}
          onChange={change}
        />
      </div>
    </div>
  );
}

type SelectPageProps<Row> = {
  list: ListView<Row>;
  rowId: (row: Row) => string;
  selection: Selection<Row>;
};

function SelectPage<Row>({ list, rowId, selection }: SelectPageProps<Row>) {
  const { t } = useTranslation("lists");
  const selected = list.rows.filter((row) => selection.rows.has(rowId(row))).length;
  const whole = selected > 0 && selected === list.rows.length;
  return (
    <CheckBox
      label={t("select_page")}
      checked={whole}
      indeterminate={selected > 0 && !whole}
      disabled={list.rows.length === 0}
      onChange={selection.togglePage}
    />
  );
}

/** The present address with one parameter set. */
function addressWith(name: string, value: string): string {
  const params = new URLSearchParams(window.location.search);
  params.set(name, value);
  return `${window.location.pathname}?${params}`;
}
