/** Orders for many gardens: tree types as columns, and how many of each a garden gets. */
import type { BodyOf } from "@nihol/contract/api/calls";
import { limits } from "@nihol/contract/values/limits";

/** A column; `key` stays while another type is chosen or a column before it goes. */
export interface TypeColumn {
  key: number;
  type: number | null;
  /** Height of the stock that is asked for, centimetres. */
  heightCm: number | null;
}

/** Trees by garden and column. */
export type Quantities = ReadonlyMap<string, number>;

export const cellOf = (garden: number, column: TypeColumn): string => `${garden}:${column.key}`;

type Items = BodyOf<"POST /plant-tree-task/give">["gardens"][number]["items"];

/** Items that one garden gets; none where it gets nothing. */
export const itemsOf = (
  garden: number,
  columns: readonly TypeColumn[],
  quantities: Quantities,
): Items =>
  columns.flatMap((column) => {
    const quantity = quantities.get(cellOf(garden, column)) ?? 0;
    return column.type !== null && quantity > 0
      ? [{ tree_type: column.type, quantity, stock_height_cm: column.heightCm }]
      : [];
  });

/** Tells whether a column's type stands in an earlier one too. */
export const isTwice = (columns: readonly TypeColumn[], { key, type }: TypeColumn): boolean =>
  type !== null && columns.find((one) => one.type === type)?.key !== key;

const { min, max } = limits.stockHeightCm;
/** Tells whether stock may be as tall as that; null, for no height given, is fine. */
export const isHeight = (cm: number | null): boolean => cm === null || (cm >= min && cm <= max);
