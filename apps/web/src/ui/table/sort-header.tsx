import { ArrowDown, ArrowUp } from "lucide-react";
import { cx } from "../../lib/cx.ts";
import { type Column, type Fold, givesWay } from "./table-row.tsx";

type Props = {
  column: Pick<Column<never>, "id" | "header" | "align" | "sortable" | "secondary" | "wide">;
  fold: Fold | undefined;
  ordering: string | undefined;
  onOrder: (ordering: string | undefined) => void;
};

/** A column's heading; pressing it orders up, then down, then as the server does by itself. */
export function SortHeader({ column, fold, ordering, onOrder }: Props) {
  const up = ordering === column.id;
  const down = ordering === `-${column.id}`;
  const next = up ? `-${column.id}` : down ? undefined : column.id;
  const cell = cx(
    "h-9 pointer-coarse:h-11 px-3 @max-6xl/list:px-2.5 font-medium whitespace-nowrap first:ps-5 last:pe-5 @max-sm/list:px-2 @max-sm/list:first:ps-4 @max-sm/list:last:pe-3 @max-6xl/list:whitespace-normal shadow-[inset_0_-1px_0_var(--line)]",
    column.align === "right" ? "text-end" : "text-start",
    givesWay(column, fold),
  );
  if (!column.sortable)
    return (
      <th scope="col" className={cell}>
        {column.header}
      </th>
    );
  return (
    <th scope="col" aria-sort={up ? "ascending" : down ? "descending" : "none"} className={cell}>
      <button
        type="button"
        onClick={() => onOrder(next)}
        className={cx(
          "inline-flex min-h-8 items-center text-inherit [text-align:inherit] gap-1 rounded hover:text-ink pointer-coarse:min-h-11",
          column.align === "right" && "justify-end",
        )}
      >
        {column.header}
        {up && <ArrowUp aria-hidden className="size-3" />}
        {down && <ArrowDown aria-hidden className="size-3" />}
      </button>
    </th>
  );
}
