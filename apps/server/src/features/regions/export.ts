import { type Region, regions } from "@nihol/contract/territory";
import { leafOffDays } from "@nihol/contract/values/imagery/leaf-off";
import { leafOffText } from "@nihol/locales/leaf-off-text";
import { resourceExport } from "../../shared/files/list-export.ts";
import type { Words } from "../../shared/files/words.ts";
import { gardensAndArea, nameAndCode } from "../../shared/territory/territory-columns.ts";
import { listRegions } from "./region-queries.ts";

const leafOffOf = ({ leaf_off, center }: Region, words: Words) =>
  leafOffText(leaf_off, leafOffDays(leaf_off, center?.[1] ?? null), {
    text: (key, params) => words.text(`territory.${key}`, params),
    day: words.dayOfYear,
  });

export const regionExport = resourceExport(regions, {
  title: "territory.regions_title",
  rows: listRegions,
  columns: [
    ...nameAndCode,
    { title: "territory.district_count", kind: "number", value: (row) => row.district_count },
    ...gardensAndArea,
    { title: "territory.leaf_off", value: leafOffOf },
  ],
  shape: { kind: "MultiPolygon", query: { boundary: "1" }, of: (row) => row.boundary },
});
