import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";
import type { Density } from "../../lib/list/table-view.ts";
import { Skeleton } from "../skeleton.tsx";
import { rowAttributes } from "./row-press.ts";
import { SelectCell, selectCellClass } from "./select-cell.tsx";

export type Column<Row> = {
  /** Also the name to order by, when `sortable`. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: "right";
  sortable?: boolean;
  /** Hidden while the side panel is open or the list is narrow; "wide" gives way before the others. */
  secondary?: boolean | "wide";
  /** Takes much room: where the list is narrow it goes below the name before the others. */
  wide?: boolean;
  /** Many short values: on a card it stands below the others, over the whole width. */
  spans?: boolean;
  /** Shown only to those who choose it. */
  optional?: boolean;
};

export type RowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  label: string;
  chosen: boolean;
  density: Density;
  onOpen: () => void;
  /** The address of the opened row: to be copied, or opened in another tab. */
  href: string;
  /** Where rows can be selected: whether this one is, and what switches it. */
  selected?: boolean;
  onSelect?: (range: boolean) => void;
  /** While only the visible part of a long page is drawn: its number, and who measures it. */
  index?: number;
  measure?: (element: HTMLTableRowElement | null) => void;
};

type TableRowProps<Row> = RowProps<Row> & {
  /** Folding of the columns where the list is narrow, beside an open panel. */
  folds: Folds<Row>;
};

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, folds, label, chosen, density, href, selected, onSelect } = props;
  return (
    <tr
      ref={props.measure}
      {...rowAttributes(props, 1)}
      className={cx(
        "cursor-pointer border-t border-line hover:bg-sunken",
        (chosen || selected) && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      {onSelect && <SelectCell label={label} selected={Boolean(selected)} onSelect={onSelect} />}
      {columns.map((column, at) => (
        <td key={column.id} className={cellClass(column, density, folds.get(column))}>
          {at === 0 ? (
            <>
              <a
                href={href}
                data-row
                aria-label={label}
                aria-current={chosen || undefined}
                className={cx(
                  "group/row -mx-1 inline-block min-w-16 rounded px-1 text-start align-middle font-medium break-words",
                  nameRoom[density],
                )}
              >
                {/* A very long name does not push the others off the screen; with the focus it is whole. */}
                <span className="line-clamp-3 group-focus-visible/row:line-clamp-none print:line-clamp-none">
                  {column.cell(row)}
                </span>
              </a>
              <Below row={row} columns={columns.filter((one) => folds.get(one) === "below")} />
            </>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

/** In a narrow list a column stands below the name, or is the last that stands beside it; in the narrowest, of names alone, that too gives way. */
export type Fold = "below" | "last";
type Folds<Row> = ReadonlyMap<Column<Row>, Fold>;

/** A narrow list has room for the name and one column beside it; of those always shown, all others stand below the name. */
export function foldsOf<Row>(columns: readonly Column<Row>[]): Folds<Row> {
  const [, beside, ...below] = columns.filter(({ secondary }) => !secondary);
  const folds = new Map<Column<Row>, Fold>(below.map((one) => [one, "below"]));
  if (beside) folds.set(beside, "last");
  return folds;
}

/** Classes by which a column gives way, in heads and rows alike. */
export function givesWay(
  { secondary, wide }: Pick<Column<never>, "secondary" | "wide">,
  fold: Fold | undefined,
): string {
  return cx(
    secondary && "max-md:hidden @max-2xl/list:hidden",
    secondary === "wide" && "@max-5xl/list:hidden",
    fold === "below" && (wide ? "@max-xl/list:hidden" : "@max-md/list:hidden"),
    fold === "last" && "@max-sm/list:pe-3! @max-2xs/list:hidden",
  );
}

/** The columns below the name, each with its heading. */
function Below<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map(({ id, header, cell, wide }) => (
    <span
      key={id}
      className={cx(
        "hidden flex-wrap items-baseline gap-x-1.5 text-xs font-normal text-ink-2",
        wide ? "@max-xl/list:flex" : "@max-md/list:flex",
      )}
    >
      <span className="text-ink-3">{header}:</span>
      <span className="numeric min-w-0 break-words">{cell(row)}</span>
    </span>
  ));
}

const heights: Record<Density, string> = {
  comfortable: "h-11 py-1.5",
  compact: "h-8 py-0.5 text-xs",
};

/** A finger's name of a row is as high as the row: it takes the room above and below it too. */
const nameRoom: Record<Density, string> = {
  comfortable: "pointer-coarse:-my-1.5",
  compact: "pointer-coarse:-my-0.5",
};

function cellClass<Row>(column: Column<Row>, density: Density, fold?: Fold): string {
  return cx(
    "px-3 @max-6xl/list:px-2.5 first:ps-5 last:pe-5 @max-sm/list:px-2 @max-sm/list:first:ps-4 @max-sm/list:last:pe-3",
    heights[density],
    column.align === "right" && "numeric text-end whitespace-nowrap",
    givesWay(column, fold),
  );
}

type WaitingProps<Row> = Pick<TableRowProps<Row>, "columns" | "folds" | "density"> & {
  boxes: boolean;
};

/** Bars where the first page's rows will be. */
export function WaitingRows<Row>({ columns, folds, density, boxes }: WaitingProps<Row>) {
  return Array.from({ length: 8 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
    <tr key={line} className="border-t border-line">
      {boxes && (
        <td className={selectCellClass}>
          <Skeleton className="size-4.5" />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column, density, folds.get(column))}>
          <Skeleton className={cx("h-3.5", column.align === "right" ? "ms-auto w-12" : "w-2/3")} />
        </td>
      ))}
    </tr>
  ));
}
