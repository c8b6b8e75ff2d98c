import {
  treeDatesQuerySchema,
  treeDatesSchema,
  treeOrderings,
  treeQuerySchema,
  treeSchema,
} from "@nihol/contract/imagery/trees";
import { idParamsSchema, pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { bboxOfQuery } from "../../http/bbox-query.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { findTreeDates } from "./date-queries.ts";
import { findTree, listTrees } from "./queries.ts";

const access = "planttreedetail.view";

export const treeRoutes: Feature = (app, { db }) => {
  app.get(
    paths.plantTreeDetail,
    {
      config: { access },
      schema: { querystring: treeQuerySchema, response: { 200: pageSchema(treeSchema) } },
    },
    async (request) => {
      const { query } = request;
      const { count, rows } = await listTrees(
        db.sql,
        request.actor,
        { ...query, bbox: bboxOfQuery(query.bbox) },
        orderOf(query.ordering, treeOrderings, "-date"),
      );
      return pageOf(request, query, count, rows);
    },
  );

  app.get(
    paths.treeDates,
    {
      config: { access },
      schema: { querystring: treeDatesQuerySchema, response: { 200: treeDatesSchema } },
    },
    async ({ actor, query }) => {
      const bbox = bboxOfQuery(query.bbox);
      return findTreeDates(db.sql, actor, query, bbox ?? refuseField("bbox", "invalid"));
    },
  );

  app.get(
    `${paths.plantTreeDetail}/:id`,
    { config: { access }, schema: { params: idParamsSchema, response: { 200: treeSchema } } },
    async (request) => {
      const tree = await findTree(db.sql, request.actor, request.params.id);
      if (!tree) throw notFound();
      return tree;
    },
  );
};
