/** The columns of a list of territories as a file, beside what is a region's or a district's alone. */
import type { ExportColumn } from "../files/list-export.ts";

interface Territory {
  name: Record<string, string>;
  code: string;
  garden_count: number;
  area_m2: number | null;
}

export const nameAndCode: ExportColumn<Territory>[] = [
  { title: "territory.name", value: (row, words) => words.name(row.name) },
  { title: "territory.code", value: (row) => row.code },
];

export const gardensAndArea: ExportColumn<Territory>[] = [
  { title: "territory.garden_count", kind: "number", value: (row) => row.garden_count },
  {
    title: "territory.area_ha",
    kind: "number",
    digits: 2,
    value: (row) => row.area_m2 && row.area_m2 / 10_000,
  },
  {
    title: "territory.boundary",
    value: ({ area_m2 }, words) =>
      words.text(`territory.boundary_${area_m2 === null ? "missing" : "present"}`),
  },
];
