import { treeDates, treeHistory, trees } from "@nihol/contract/imagery/trees";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { treeCorrectionRoutes } from "./corrections/routes.ts";
import { addTree, changeTree } from "./corrections/writes.ts";
import { findTreeDates } from "./date-queries.ts";
import { findHistory } from "./history-queries.ts";
import { findTree, listTrees } from "./tree-queries.ts";

export const treeRoutes: Feature = (app, services) => {
  crud(app, services, trees, {
    list: (sql, actor, { bbox, ...query }, order) =>
      listTrees(sql, actor, { ...query, bbox: bboxOfQuery(bbox) }, order),
    find: findTree,
    create: addTree,
    patch: changeTree,
  });
  treeCorrectionRoutes(app, services);
  serve(app, treeDates, async ({ actor, query }) => {
    const bbox = bboxOfQuery(query.bbox) ?? refuseField("bbox", "invalid");
    return findTreeDates(services.db.sql, actor, query, bbox);
  });
  serve(app, treeHistory, async ({ actor, params }) => {
    const history = await findHistory(services.db.sql, actor, params.id);
    if (!history) throw notFound();
    return history;
  });
};
