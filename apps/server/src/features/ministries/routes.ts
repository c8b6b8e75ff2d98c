import { ministryOrderings, ministryQuerySchema, ministrySchema } from "@nihol/contract/ministries";
import { idParamsSchema, pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/paths";
import { languageOf } from "@nihol/locales/text";
import type { Feature } from "../../http/app.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { findMinistry, listMinistries } from "./queries.ts";

/** Reading only, for the fields that name a ministry; its screens come with the managed entities. */
export const ministryRoutes: Feature = (app, { db }) => {
  app.get(
    paths.ministry,
    {
      config: { access: "ministry.view" },
      schema: { querystring: ministryQuerySchema, response: { 200: pageSchema(ministrySchema) } },
    },
    async (request) => {
      const { direction } = orderOf(request.query.ordering, ministryOrderings, "name");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listMinistries(
        db.sql,
        request.actor,
        request.query,
        language,
        direction,
      );
      return pageOf(request, request.query, count, rows);
    },
  );

  app.get(
    `${paths.ministry}/:id`,
    {
      config: { access: "ministry.view" },
      schema: { params: idParamsSchema, response: { 200: ministrySchema } },
    },
    async (request) => {
      const ministry = await findMinistry(db.sql, request.actor, request.params.id);
      if (!ministry) throw notFound();
      return ministry;
    },
  );
};
