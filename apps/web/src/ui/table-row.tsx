import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import type { Density } from "../lib/table-view.ts";
import { CheckBox } from "./checkbox.tsx";
import { Skeleton } from "./skeleton.tsx";

export type Column<Row> = {
  /** Also the name to order by, when `sortable`. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand right. */
  align?: "right";
  sortable?: boolean;
  /** Hidden while the side panel is open or the list is narrow. */
  secondary?: boolean;
  /** Shown only to those who choose it. */
  optional?: boolean;
};

type RowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  label: string;
  chosen: boolean;
  density: Density;
  onOpen: () => void;
  /** Where rows can be selected: whether this one is, and what switches it. */
  selected?: boolean;
  onSelect?: (range: boolean) => void;
  /** While only the visible part of a long page is drawn: its number, and who measures it. */
  index?: number;
  measure?: (element: HTMLTableRowElement | null) => void;
};

export function TableRow<Row>(props: RowProps<Row>) {
  const { row, columns, label, chosen, density, onOpen, selected, onSelect, index } = props;
  return (
    <tr
      ref={props.measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      aria-selected={onSelect ? Boolean(selected) : undefined}
      onClick={onOpen}
      onKeyDown={(event) => selectByKey(event, onSelect)}
      onKeyUp={keepSpace}
      className={cx(
        "cursor-pointer border-t border-line hover:bg-sunken",
        (chosen || selected) && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      {onSelect && <SelectCell label={label} selected={Boolean(selected)} onSelect={onSelect} />}
      {columns.map((column, at) => (
        <td key={column.id} className={cellClass(column, density)}>
          {at === 0 ? (
            <button
              type="button"
              data-row
              aria-label={label}
              aria-current={chosen || undefined}
              className="group/row -mx-1 min-w-16 rounded px-1 text-left font-medium break-words"
            >
              {/* A very long name does not push the others off the screen; with the focus it is whole. */}
              <span className="line-clamp-3 group-focus-visible/row:line-clamp-none print:line-clamp-none">
                {column.cell(row)}
              </span>
            </button>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}

const isRow = (event: KeyboardEvent) =>
  event.key === " " && event.target instanceof HTMLElement && "row" in event.target.dataset;

/** Space selects the row that has the focus (Enter opens it), with Shift all from the last one. */
function selectByKey(event: KeyboardEvent, onSelect?: (range: boolean) => void) {
  if (!onSelect || !isRow(event)) return;
  event.preventDefault();
  onSelect(event.shiftKey);
}

/** Browsers press a button when Space comes up. */
function keepSpace(event: KeyboardEvent<HTMLTableRowElement>) {
  if (event.currentTarget.ariaSelected !== null && isRow(event)) event.preventDefault();
}

type SelectProps = { label: string; selected: boolean; onSelect: (range: boolean) => void };

function SelectCell({ label, selected, onSelect }: SelectProps) {
  const { t } = useTranslation("lists");
  // The box itself only tells that it was switched, not with which keys.
  const handleClick = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    onSelect(event.shiftKey);
  };
  return (
    <td
      data-print="no"
      className={selectCellClass}
      onClickCapture={handleClick}
      onMouseDown={keepText}
    >
      <CheckBox
        label={t("select_row", { name: label })}
        checked={selected}
        onChange={() => onSelect(false)}
      />
    </td>
  );
}

/** A range of rows is meant, not of their words. */
function keepText(event: MouseEvent) {
  if (event.shiftKey) event.preventDefault();
}

/** Of the column with the boxes, in heads and rows. */
export const selectCellClass = "w-11 pl-5 pr-1 align-middle @max-sm/list:pl-4";

const heights: Record<Density, string> = {
  comfortable: "h-11 py-1.5",
  compact: "h-8 py-0.5 text-xs",
};

export function cellClass<Row>(column: Column<Row>, density: Density): string {
  return cx(
    "px-3 first:pl-5 last:pr-5 @max-sm/list:px-2 @max-sm/list:first:pl-4 @max-sm/list:last:pr-4",
    heights[density],
    column.align === "right" && "numeric text-right whitespace-nowrap",
    column.secondary && "max-md:hidden @max-2xl/list:hidden",
  );
}

type WaitingProps<Row> = { columns: readonly Column<Row>[]; density: Density; boxes: boolean };

/** Bars where the first page's rows will be. */
export function WaitingRows<Row>({ columns, density, boxes }: WaitingProps<Row>) {
  return Array.from({ length: 8 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
    <tr key={line} className="border-t border-line">
      {boxes && (
        <td className={selectCellClass}>
          <Skeleton className="size-4.5" />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column, density)}>
          <Skeleton className={cx("h-3.5", column.align === "right" ? "ml-auto w-12" : "w-2/3")} />
        </td>
      ))}
    </tr>
  ));
}
