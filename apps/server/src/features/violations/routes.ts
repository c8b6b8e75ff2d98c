import { idParamsSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import {
  violationCommentCreateSchema,
  violationCommentParamsSchema,
  violationCountSchema,
  violationDetailSchema,
  violationStateSchema,
  violations,
} from "@nihol/contract/violations";
import { z } from "@nihol/contract/z";
import type { Feature } from "../../http/feature.ts";
import { attachedFileRoutes } from "../../shared/attachments/attached-file-routes.ts";
import { crud } from "../../shared/crud.ts";
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

  crud(app, services, violations, {
    list: listViolations,
    find: violationDetail,
    create: (_, actor, body) => createViolation(db.sql, actor, body),
    patch: (_, actor, id, body) => patchViolation(db.sql, actor, id, body),
    remove: (_, actor, id) => removeViolation(db.sql, files, actor, id),
  });
  app.get(
    `${paths.violation}/count`,
    {
      config: reading,
      schema: { querystring: violations.query, response: { 200: violationCountSchema } },
    },
    async (request) => countStates(db.sql, request.actor, request.query),
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
