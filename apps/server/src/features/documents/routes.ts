import {
  documentCreateSchema,
  documentDetailSchema,
  documentOrderings,
  documentPatchSchema,
  documentQuerySchema,
  documentSchema,
} from "@nihol/contract/documents";
import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { listCan } from "../../policies/rights.ts";
import { attachedFileRoutes } from "../../shared/attachments/attached-file-routes.ts";
import { listFiles } from "../../shared/attachments/attached-file-sql.ts";
import { findDocument, holdDocument, listDocuments } from "./queries.ts";
import { createDocument, patchDocument, removeDocument } from "./writes.ts";

const one = `${paths.document}/:id` as const;

/** The programme's papers: laws, orders, instructions, reports. */
export const documentRoutes: Feature = (app, services) => {
  const { db, files } = services;
  async function detail(actor: Actor, id: number) {
    const document = await findDocument(db.sql, actor, id);
    return { ...document, files: await listFiles(db.sql, { table: "document", id }) };
  }

  app.get(
    paths.document,
    {
      config: { access: "signedIn" },
      schema: { querystring: documentQuerySchema, response: { 200: listSchema(documentSchema) } },
    },
    async (request) => {
      const { query, actor } = request;
      const order = orderOf(query.ordering, documentOrderings, "-date");
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await listDocuments(db.sql, actor, query, order, language);
      return { ...pageOf(request, query, count, rows), can: listCan(request.actor, "document") };
    },
  );
  app.post(
    paths.document,
    {
      config: { access: "document.add" },
      schema: { body: documentCreateSchema, response: { 201: documentDetailSchema } },
    },
    async (request, reply) => {
      const id = await createDocument(db.sql, request.actor, request.body);
      return reply.code(201).send(await detail(request.actor, id));
    },
  );
  app.get(
    one,
    {
      config: { access: "signedIn" },
      schema: { params: idParamsSchema, response: { 200: documentDetailSchema } },
    },
    async (request) => detail(request.actor, request.params.id),
  );
  app.patch(
    one,
    {
      config: { access: "document.change" },
      schema: {
        params: idParamsSchema,
        body: documentPatchSchema,
        response: { 200: documentDetailSchema },
      },
    },
    async ({ actor, params, body }) => {
      await patchDocument(db.sql, actor, params.id, body);
      return detail(actor, params.id);
    },
  );
  app.delete(
    one,
    {
      config: { access: "document.delete" },
      schema: { params: idParamsSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      await removeDocument(db.sql, files, request.actor, request.params.id);
      return reply.code(204).send(null);
    },
  );
  attachedFileRoutes(app, services, { table: "document", hold: holdDocument });
};
