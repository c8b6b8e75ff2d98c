import {
  type Process,
  type ProcessDetail,
  processCreateSchema,
  processDatesSchema,
  processDetailSchema,
  processHashSchema,
  processOrderings,
  processQuerySchema,
  processRestartSchema,
  processSchema,
} from "@nihol/contract/imagery/processes";
import { idParamsSchema, listSchema } from "@nihol/contract/paging";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import { deleteProcess } from "../../commands/delete-process.ts";
import type { Feature } from "../../http/feature.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { mayActOn, refuseOutOfScope } from "../../policies/imagery.ts";
import { listCan } from "../../policies/rights.ts";
import { ProcessStreams } from "./events.ts";
import { messageText, toEvent, toProcess } from "./process-row.ts";
import {
  findProcess,
  listBlocks,
  listHashes,
  listProcesses,
  listStates,
  listVisible,
  type StateRow,
} from "./queries.ts";
import { changeDate, createProcess, restart, stopProcess } from "./writes.ts";

const root = paths.satelliteImagery;
const one = `${root}/:id` as const;
const hashParams = idParamsSchema.extend({ hash: z.string().regex(/^[0-9a-f]{64}$/) });
const imageParams = idParamsSchema.extend({ image: z.coerce.number().int() });
const view = { access: "satelliteimagery.view" } as const;
const change = { access: "satelliteimagery.change" } as const;
const remove = { access: "satelliteimagery.delete" } as const;
const params = idParamsSchema;

export const processRoutes: Feature = (app, services) => {
  const { db } = services;
  const streams = new ProcessStreams<StateRow>({
    listStates: (ids) => listStates(db.sql, ids),
    listVisible: (actor, ids) => listVisible(db.sql, actor, ids),
    toEvent,
  });
  app.addHook("preClose", async () => streams.endAll());
  const lang = (request: FastifyRequest) => languageOf(request.headers["accept-language"]);

  async function getProcess(request: FastifyRequest, id: number): Promise<Process> {
    const row = await findProcess(db.sql, request.actor, id);
    if (!row) throw notFound();
    return toProcess(row, request.actor, lang(request));
  }

  async function getDetail(request: FastifyRequest, id: number): Promise<ProcessDetail> {
    const row = await findProcess(db.sql, request.actor, id);
    if (!row) throw notFound();
    const blocks = await listBlocks(db.sql, id);
    const footprint = row.facts.footprint;
    return {
      ...toProcess(row, request.actor, lang(request)),
      footprint: footprint && { type: "MultiPolygon", coordinates: [footprint.coordinates] },
      blocks: blocks.map((block) => ({
        n: block.n,
        status: block.status,
        fragments: block.fragments,
        trees: block.trees,
        attempts: block.attempts,
        message: messageText(block.message, lang(request)),
      })),
    };
  }

  app.get(
    root,
    {
      config: view,
      schema: { querystring: processQuerySchema, response: { 200: listSchema(processSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, processOrderings, "-created_at");
      const { count, rows } = await listProcesses(db.sql, request.actor, request.query, order);
      const shown = rows.map((row) => toProcess(row, request.actor, lang(request)));
      return {
        ...pageOf(request, request.query, count, shown),
        can: listCan(request.actor, "satelliteimagery"),
      };
    },
  );

  app.post(
    root,
    {
      config: { access: "satelliteimagery.add" },
      bodyLimit: limits.boundaryBodyBytes,
      schema: { body: processCreateSchema, response: { 201: processSchema } },
    },
    async (request, reply) => {
      const id = await createProcess(services, request.actor, request.body, lang(request));
      return reply.code(201).send(await getProcess(request, id));
    },
  );

  app.get(
    one,
    { config: view, schema: { params, response: { 200: processDetailSchema } } },
    (request) => getDetail(request, request.params.id),
  );

  app.delete(
    one,
    { config: remove, schema: { params, response: { 204: z.null() } } },
    async (request, reply) => {
      await deleteProcess(services, request.actor, request.params.id, "satelliteimagery");
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/stop`,
    { config: change, schema: { params, response: { 200: processSchema } } },
    async (request) => {
      await stopProcess(db.sql, request.actor, request.params.id);
      return getProcess(request, request.params.id);
    },
  );

  app.post(
    `${one}/restart`,
    {
      config: change,
      schema: { params, body: processRestartSchema, response: { 200: processSchema } },
    },
    async (request) => {
      await restart(services, request.actor, request.params.id, request.body.which);
      return getProcess(request, request.params.id);
    },
  );

  app.post(
    `${one}/dates`,
    {
      config: change,
      schema: { params, body: processDatesSchema, response: { 200: processSchema } },
    },
    async (request) => {
      await changeDate(db.sql, request.actor, request.params.id, request.body.date);
      return getProcess(request, request.params.id);
    },
  );

  app.get(
    `${one}/hash`,
    { config: view, schema: { params, response: { 200: processHashSchema } } },
    async (request) => {
      await getProcess(request, request.params.id);
      const rows = await listHashes(db.sql, request.actor, request.params.id);
      return {
        results: rows.map((row) => ({
          date_hash: row.date_hash,
          date: row.captured_on,
          whole_image: row.id,
          file_name: row.file_name,
          width: row.width,
          height: row.height,
          tree_count: row.tree_count,
          can: { delete: mayActOn(request.actor, row, "satelliteimagery", "delete") },
        })),
      };
    },
  );

  /** A hash stands for an image: with it goes each process that read it and that the actor may delete. */
  app.delete(
    `${one}/hash/:hash`,
    { config: remove, schema: { params: hashParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const rows = await listHashes(db.sql, request.actor, request.params.id);
      const matching = rows.filter((row) => row.date_hash === request.params.hash);
      if (matching.length === 0) throw notFound();
      const own = matching.filter(({ in_scope }) => in_scope);
      if (own.length === 0) matching.forEach(refuseOutOfScope);
      for (const row of own)
        await deleteProcess(services, request.actor, row.process_id, "satelliteimagery");
      return reply.code(204).send(null);
    },
  );

  app.delete(
    `${one}/image/:image`,
    { config: remove, schema: { params: imageParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const process = await getProcess(request, request.params.id);
      if (process.whole_image !== request.params.image) throw notFound();
      await deleteProcess(services, request.actor, process.id, "satelliteimagery");
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/events`,
    { config: view, schema: { params, summary: "Server-sent events: the process as it goes" } },
    async (request, reply) => {
      const state = await findProcess(db.sql, request.actor, request.params.id);
      if (!state) throw notFound();
      streams.follow(request, reply, { process: state.id, language: lang(request), state });
    },
  );
};
