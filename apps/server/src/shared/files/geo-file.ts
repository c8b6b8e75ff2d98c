/** Rows with their shapes for other maps, as text: GeoJSON or KML, every column as a property. */
import { geoJsonText, kmlText } from "@nihol/geo/files/write-boundary";
import { cellText } from "./csv-file.ts";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { ExportRow, Heading } from "./list-export.ts";
import { newFile } from "./written-file.ts";

type Property = string | number | boolean | null;

/** GeoJSON keeps numbers and yes/no as such; KML has only text. */
function propertiesOf(row: ExportRow, headings: Heading[], { words }: FilePlan, typed: boolean) {
  const named = headings.map((heading, i): [string, Property] => {
    const value = row.cells[i + 1] ?? null;
    const keeps = typed && heading.kind !== "moment" && heading.kind !== "date";
    return [words.text(heading.title), keeps ? value : cellText(value, heading, words)];
  });
  return Object.fromEntries(named);
}

/** The first column names the shape. Rows without a shape are kept, with none. */
export async function geoWriter(format: "geojson" | "kml", plan: FilePlan): Promise<FileWriter> {
  const text = format === "kml" ? kmlText : geoJsonText;
  const [first, ...others] = plan.headings;
  const file = await newFile(plan.path);
  await file.put(text.head(plan.title));
  let isFirst = true;
  return {
    async write(rows) {
      const shapes = rows.map((row) =>
        text.shape({
          name: String(first ? (row.cells[0] ?? "") : ""),
          properties: propertiesOf(row, others, plan, format === "geojson"),
          geometry: row.shape,
        }),
      );
      if (shapes.length === 0) return;
      await file.put((isFirst ? "" : text.between) + shapes.join(text.between));
      isFirst = false;
    },
    async end() {
      await file.put(text.foot);
      await file.close();
    },
    release: file.close,
  };
}
