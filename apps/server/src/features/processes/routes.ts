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
} from "@nihol/contract/imagery";
import { limits } from "@nihol/contract/limits";
import { idParamsSchema, pageSchema } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/paths";
import { z } from "@nihol/contract/z";
import { languageOf } from "@nihol/locales/text";
import type { ImageFacts } from "@nihol/vision/door-facts";
import type { FastifyRequest } from "fastify";
import type { Feature } from "../../http/app.ts";
import { orderOf, pageOf } from "../../http/paging.ts";
import { notFound } from "../../http/problem.ts";
import { type OpenStreams, streamProcess } from "./events.ts";
import { messageText, toProcess } from "./process-row.ts";
import { findProcess, listBlocks, listHashes, listProcesses } from "./queries.ts";
import { changeDate, createProcess, removeProcess, restart, stopProcess } from "./writes.ts";

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
  const streams: OpenStreams = new Set();
  app.addHook("preClose", async () => {
    for (const end of streams) end();
  });
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
    const footprint = (row.facts as ImageFacts).footprint;
    return {
      ...toProcess(row, request.actor, lang(request)),
      footprint: footprint && { type: "MultiPolygon", coordinates: [footprint.coordinates] },
      blocks: blocks.map((block) => ({
        n: block.n,
        status: block.status as ProcessDetail["blocks"][number]["status"],
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
      schema: { querystring: processQuerySchema, response: { 200: pageSchema(processSchema) } },
    },
    async (request) => {
      const order = orderOf(request.query.ordering, processOrderings, "-created_at");
      const { count, rows } = await listProcesses(db.sql, request.actor, request.query, order);
      return pageOf(
        request,
        request.query,
        count,
        rows.map((row) => toProcess(row, request.actor, lang(request))),
      );
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
      await removeProcess(services, request.actor, request.params.id);
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
        })),
      };
    },
  );

  /** A hash stands for a picture: with it goes the process that read it. */
  app.delete(
    `${one}/hash/:hash`,
    { config: remove, schema: { params: hashParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const rows = await listHashes(db.sql, request.actor, request.params.id);
      const matching = rows.filter((row) => row.date_hash === request.params.hash);
      if (matching.length === 0) throw notFound();
      for (const row of matching) await removeProcess(services, request.actor, row.process_id);
      return reply.code(204).send(null);
    },
  );

  app.delete(
    `${one}/image/:image`,
    { config: remove, schema: { params: imageParams, response: { 204: z.null() } } },
    async (request, reply) => {
      const process = await getProcess(request, request.params.id);
      if (process.whole_image !== request.params.image) throw notFound();
      await removeProcess(services, request.actor, process.id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/events`,
    { config: view, schema: { params, summary: "Server-sent events: the process as it goes" } },
    async (request, reply) => {
      await getProcess(request, request.params.id);
      streamProcess(request, reply, streams, async () => {
        const actor = await request.currentActor();
        const row = actor && (await findProcess(db.sql, actor, request.params.id));
        if (!row) return undefined;
        const {
          status,
          step,
          state_percentage,
          generated_images,
          total_images,
          tree_count,
          message,
        } = toProcess(row, actor, lang(request));
        return {
          status,
          step,
          state_percentage,
          generated_images,
          total_images,
          tree_count,
          message,
        };
      });
    },
  );
};
