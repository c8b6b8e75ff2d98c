import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import {
  violationCommentCreateSchema,
  violationCommentParamsSchema,
  violationCountSchema,
  violationCreateSchema,
  violationDetailSchema,
  violationOrderings,
  violationPatchSchema,
  violationQuerySchema,
  violationSchema,
  violationStateSchema,
} from "@nihol/contract/violations";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { listCan } from "../../policies/rights.ts";
import { attachedFileRoutes } from "../../shared/attachments/attached-file-routes.ts";
import { violationDetail } from "./detail.ts";
import { countStates, holdViolation, listViolations } from "./queries.ts";
import {
  addComment,
  changeState,
  createViolation,
  patchViolation,
  removeComment,
  removeViolation,
} from "./writes.ts";

const one = `${paths.violation}/:id` as const;
const reading = { access: "signedIn" } as const;
const changing = { access: "violation.change" } as const;

/** Violations: what was seen, its proof, and what became of it. */
export const violationRoutes: Feature = (app, services) => {
  const { db, files } = services;

  app.get(
    paths.violation,
    {
      config: reading,
      schema: { querystring: violationQuerySchema, response: { 200: listSchema(violationSchema) } },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, violationOrderings, "-observed_on");
      const { count, rows } = await listViolations(db.sql, actor, query, order);
      return { ...pageOf(request, query, count, rows), can: listCan(request.actor, "violation") };
    },
  );
  app.get(
    `${paths.violation}/count`,
    {
      config: reading,
      schema: { querystring: violationQuerySchema, response: { 200: violationCountSchema } },
    },
    async (request) => countStates(db.sql, request.actor, request.query),
  );
  app.post(
    paths.violation,
    {
      config: { access: "violation.add" },
      schema: { body: violationCreateSchema, response: { 201: violationDetailSchema } },
    },
    async (request, reply) => {
      const id = await createViolation(db.sql, request.actor, request.body);
      return reply.code(201).send(await violationDetail(db.sql, request.actor, id));
    },
  );
  app.get(
    one,
    {
      config: reading,
      schema: { params: idParamsSchema, response: { 200: violationDetailSchema } },
    },
    async (request) => violationDetail(db.sql, request.actor, request.params.id),
  );
  app.patch(
    one,
    {
      config: changing,
      schema: {
        params: idParamsSchema,
        body: violationPatchSchema,
        response: { 200: violationDetailSchema },
      },
    },
    async ({ actor, params, body }) => {
      await patchViolation(db.sql, actor, params.id, body);
      return violationDetail(db.sql, actor, params.id);
    },
  );
  app.delete(
    one,
    {
      config: { access: "violation.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeViolation(db.sql, files, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
  app.post(
    `${one}/state`,
    {
      config: changing,
      schema: {
        params: idParamsSchema,
        body: violationStateSchema,
        response: { 200: violationDetailSchema },
      },
    },
    async ({ actor, params, body }) => {
      await changeState(db.sql, actor, params.id, body);
      return violationDetail(db.sql, actor, params.id);
    },
  );
  app.post(
    `${one}/comment`,
    {
      config: changing,
      schema: {
        params: idParamsSchema,
        body: violationCommentCreateSchema,
        response: { 201: violationDetailSchema },
      },
    },
    async (request, reply) => {
      const { actor, params } = request;
      await addComment(db.sql, actor, params.id, request.body.body);
      return reply.code(201).send(await violationDetail(db.sql, actor, params.id));
    },
  );
  app.delete(
    `${one}/comment/:comment`,
    {
      config: changing,
      schema: { params: violationCommentParamsSchema, response: { 204: z.null() } },
    },
    async ({ actor, params }, reply) => {
      await removeComment(db.sql, actor, params.id, params.comment);
      return reply.code(204).send(null);
    },
  );
  attachedFileRoutes(app, services, { table: "violation", hold: holdViolation });
};
