import { trees } from "@nihol/contract/imagery/trees";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import { resourceExport } from "../../shared/files/list-export.ts";
import { listTrees } from "./tree-queries.ts";

export const treeExport = resourceExport(trees, {
  title: "roles.resources.planttreedetail",
  rows: (db, actor, { bbox, ...query }, order) =>
    listTrees(db, actor, { ...query, bbox: bboxOfQuery(bbox) }, order),
  columns: [
    { title: "app.id", kind: "number", value: (row) => row.id },
    { title: "imagery.image_date", kind: "date", value: (row) => row.date },
    { title: "lists.latitude", kind: "number", digits: 7, value: (row) => row.position[1] },
    { title: "lists.longitude", kind: "number", digits: 7, value: (row) => row.position[0] },
    {
      title: "gardens.crown_m2",
      kind: "number",
      digits: 2,
      value: (row) => row.segmentation.area_m2,
    },
    { title: "lists.tree_state", value: (row, words) => words.text(`imagery.trees_${row.green}`) },
  ],
  shape: {
    kind: "Point",
    query: {},
    of: ({ position }) => ({ type: "Point", coordinates: position }),
  },
});
