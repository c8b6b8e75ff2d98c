import { type WholeImage, wholeImages } from "@nihol/contract/imagery/whole-images";
import { canopyText } from "@nihol/locales/canopy-text";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import { coverageWords, groundNote } from "../../shared/files/coverage-note.ts";
import { resourceExport } from "../../shared/files/list-export.ts";
import type { Words } from "../../shared/files/words.ts";
import { listWholeImages } from "./whole-image-queries.ts";

/** Words on what limits the number of trees. */
const imageNote = (row: WholeImage, words: Words) =>
  [
    row.too_coarse && words.text("map.too_coarse_short"),
    row.outside_country && words.text("map.outside_country"),
    groundNote(row.trees, words),
    row.canopy && canopyText(row.canopy, coverageWords(words)),
  ]
    .filter(Boolean)
    .join("; ");

/** Young trees in rows, which are not among the counted ones. */
const rowsNote = ({ rows }: WholeImage, words: Words) =>
  rows
    .map(({ short_m, long_m, ...found }) =>
      words.text(found.pits > 0 ? "map.rows_found_pits" : "map.rows_found", {
        ...found,
        short: words.number(short_m, 1),
        long: words.number(long_m, 1),
      }),
    )
    .join("; ");

type Canopy = NonNullable<WholeImage["canopy"]>;

/** A column of ground in hectares, empty where the image does not say. */
const hectares = (title: string, of: (canopy: Canopy) => number | undefined) => ({
  title: `imagery.${title}`,
  kind: "number" as const,
  digits: 4,
  value: ({ canopy }: WholeImage) => (canopy && of(canopy)) ?? null,
});

export const wholeImageExport = resourceExport(wholeImages, {
  title: "imagery.images_title",
  rows: (db, actor, { bbox, ...query }, order) =>
    listWholeImages(db, actor, { ...query, bbox: bboxOfQuery(bbox) }, order),
  columns: [
    { title: "imagery.file", value: (row) => row.file_name },
    { title: "imagery.image_date", kind: "date", value: (row) => row.date },
    { title: "imagery.area_region", value: (row, words) => words.name(row.region?.name) },
    { title: "imagery.area_district", value: (row, words) => words.name(row.district?.name) },
    {
      title: "imagery.gardens",
      value: (row, words) => row.gardens.map(({ name }) => words.name(name)).join(", "),
    },
    { title: "imagery.trees", kind: "number", value: (row) => row.trees.total },
    { title: "reports.tree_low", kind: "number", value: (row) => row.trees.low },
    { title: "reports.tree_high", kind: "number", value: (row) => row.trees.high },
    { title: "reports.note", value: (row, words) => imageNote(row, words) },
    { title: "imagery.trees_green", kind: "number", value: (row) => row.trees.green },
    { title: "imagery.trees_not_green", kind: "number", value: (row) => row.trees.not_green },
    { title: "imagery.trees_unsure", kind: "number", value: (row) => row.trees.unsure },
    hectares("crown_cover_ha", ({ crown_ha }) => crown_ha),
    hectares("closed_canopy_ha", ({ closed_ha }) => closed_ha),
    hectares("open_canopy_ha", ({ cover }) => cover?.open_canopy_ha),
    hectares("low_plants_ha", ({ cover }) => cover?.low_plants_ha),
    hectares("bare_ground_ha", ({ cover }) => cover?.bare_ha),
    { title: "imagery.shrubs", kind: "number", value: (row) => row.shrubs },
    { title: "imagery.rows_title", value: rowsNote },
    { title: "imagery.gsd", kind: "number", digits: 3, value: (row) => row.gsd_m },
    { title: "imagery.fragments", kind: "number", value: (row) => row.fragment_count },
    { title: "imagery.status", value: (row, words) => words.text(`imagery.status_${row.status}`) },
    { title: "imagery.source", value: (row, words) => words.name(row.source?.name) },
    { title: "imagery.attribution", value: (row) => row.attribution },
    { title: "imagery.licence", value: (row) => row.licence },
    { title: "imagery.model", value: (row) => row.model },
    {
      title: "imagery.threshold_set",
      kind: "number",
      digits: 3,
      value: (row) => row.threshold_set?.threshold,
    },
  ],
  shape: { kind: "MultiPolygon", query: {}, of: (row) => row.footprint },
  image: ({ id }) => id,
});
