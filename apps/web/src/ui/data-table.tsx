import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import { defaultPageSize, isFiltered, type useList } from "../lib/use-list.ts";
import { ErrorPanel } from "./error-panel.tsx";
import { Pagination } from "./pagination.tsx";
import { Skeleton } from "./skeleton.tsx";
import { SortHeader } from "./sort-header.tsx";
import { moveFocus } from "./table-keys.ts";

export type Column<Row> = {
  /** Also the name to order by, when `sortable`. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: "right";
  sortable?: boolean;
  /** Hidden while the side panel is open or the screen is narrow. */
  secondary?: boolean;
};

type Props<Row> = {
  /** Read aloud: what the rows are. */
  label: string;
  list: ReturnType<typeof useList<Row>>;
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** Names a row for those who hear it. */
  rowLabel: (row: Row) => string;
  /** What to show when there is nothing at all. */
  empty: ReactNode;
};

/**
 * A page of rows from the server: ordering by its headings, a row opens in the side panel (its id
 * goes into the address as `open`). Arrows, Home and End move between rows, Enter opens.
 */
export function DataTable<Row>({ label, list, columns, rowId, rowLabel, empty }: Props<Row>) {
  const { t } = useTranslation("app");
  const { search, change } = list;
  if (list.isError && !list.data)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data && list.count === 0) {
    if (search.search) return <Nothing text={t("nothing_found", { search: search.search })} />;
    return isFiltered(search) ? <Nothing text={t("nothing_here")} /> : empty;
  }
  const visible = columns.filter((column) => !(column.secondary && search.open));
  return (
    <>
      <div className="min-h-0 grow overflow-auto" aria-busy={list.isFetching || undefined}>
        <table
          aria-label={label}
          className={cx("w-full border-collapse text-sm", list.isPlaceholderData && "opacity-60")}
        >
          <thead className="sticky top-0 z-10 bg-surface text-xs text-ink-3">
            <tr>
              {visible.map((column) => (
                <SortHeader
                  key={column.id}
                  column={column}
                  ordering={search.ordering}
                  onOrder={(ordering) => change({ ordering })}
                />
              ))}
            </tr>
          </thead>
          <tbody
            onKeyDown={(event) => {
              if (event.key === "Escape" && search.open) change({ open: undefined });
              else moveFocus(event);
            }}
          >
            {list.data ? (
              list.rows.map((row) => (
                <TableRow
                  key={rowId(row)}
                  row={row}
                  columns={visible}
                  label={rowLabel(row)}
                  chosen={search.open === rowId(row)}
                  onOpen={() => change({ open: rowId(row) })}
                />
              ))
            ) : (
              <Waiting columns={visible} />
            )}
          </tbody>
        </table>
      </div>
      <div className="border-t border-line px-4 py-2">
        <Pagination
          count={list.count}
          page={search.page ?? 1}
          pageSize={search.page_size ?? defaultPageSize}
          onChange={change}
        />
      </div>
    </>
  );
}

function Nothing({ text }: { text: string }) {
  return <p className="px-6 py-14 text-center text-ink-2">{text}</p>;
}

type RowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  label: string;
  chosen: boolean;
  onOpen: () => void;
};

function TableRow<Row>({ row, columns, label, chosen, onOpen }: RowProps<Row>) {
  return (
    <tr
      onClick={onOpen}
      className={cx(
        "cursor-pointer border-t border-line hover:bg-sunken",
        chosen && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      {columns.map((column, index) => (
        <td key={column.id} className={cellClass(column)}>
          {index === 0 ? (
            <button
              type="button"
              data-row
              aria-label={label}
              aria-current={chosen || undefined}
              className="-mx-1 rounded px-1 text-left font-medium"
            >
              {column.cell(row)}
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function cellClass<Row>(column: Column<Row>): string {
  return cx(
    "h-11 px-3 py-1.5 first:pl-5 last:pr-5",
    column.align === "right" && "numeric text-right whitespace-nowrap",
    column.secondary && "max-md:hidden",
  );
}

function Waiting<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return Array.from({ length: 8 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
    <tr key={line} className="border-t border-line">
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          <Skeleton className={cx("h-3.5", column.align === "right" ? "ml-auto w-12" : "w-2/3")} />
        </td>
      ))}
    </tr>
  ));
}
