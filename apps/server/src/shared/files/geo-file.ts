/** Rows with their shapes for other maps: GeoJSON or KML, every column as a property. */
import { writeFile } from "node:fs/promises";
import { type NamedShape, toGeoJson, toKml } from "@nihol/geo/files/write-boundary";
import { cellText } from "./csv-file.ts";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { ExportRow, Heading } from "./list-export.ts";

type Property = string | number | boolean | null;

/** GeoJSON keeps numbers and yes/no as such; KML has only text. */
function propertiesOf(row: ExportRow, headings: Heading[], { words }: FilePlan, typed: boolean) {
  const named = headings.map((heading, i): [string, Property] => {
    const value = row.cells[i] ?? null;
    const keeps = typed && heading.kind !== "moment" && heading.kind !== "date";
    return [words.text(heading.title), keeps ? value : cellText(value, heading, words)];
  });
  return Object.fromEntries(named);
}

/** The first column names the shape. Rows without a shape are kept, with none. */
export function geoWriter(format: "geojson" | "kml", plan: FilePlan): FileWriter {
  const shapes: NamedShape[] = [];
  const [first, ...others] = plan.headings;
  return {
    async write(rows) {
      for (const row of rows)
        shapes.push({
          name: String(first ? (row.cells[0] ?? "") : ""),
          properties: propertiesOf(
            { ...row, cells: row.cells.slice(1) },
            others,
            plan,
            format === "geojson",
          ),
          geometry: row.shape,
        });
    },
    end: () =>
      writeFile(plan.path, format === "kml" ? toKml(shapes, plan.title) : toGeoJson(shapes), {
        flag: "wx",
      }),
  };
}
