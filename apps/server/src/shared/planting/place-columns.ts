/** Where a planting task lies and whose it is, as columns of a file. */

import type { ExportColumn } from "../files/list-export.ts";

type Names = Partial<Record<string, string>>;
type Named = { name: Names } | null;
interface PlacedTask {
  id: number;
  garden: { name: Names };
  region: Named;
  district: Named;
  ministry: Named;
}

export const taskPlaceColumns: ExportColumn<PlacedTask>[] = [
  { title: "app.id", kind: "number", value: (row) => row.id },
  { title: "planting.garden", value: (row, words) => words.name(row.garden.name) },
  { title: "planting.region", value: (row, words) => words.name(row.region?.name) },
  { title: "planting.district", value: (row, words) => words.name(row.district?.name) },
  { title: "planting.ministry", value: (row, words) => words.name(row.ministry?.name) },
];
