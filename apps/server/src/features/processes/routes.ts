import { fetchPlan } from "@nihol/contract/imagery/fetch-plans";
import {
  blockLog,
  type Process,
  processBlocks,
  processDate,
  processEvents,
  processes,
  processHashDelete,
  processHashes,
  processImageDelete,
  processPriority,
  processRestart,
  processStart,
  processStop,
} from "@nihol/contract/imagery/processes";
import type { Language } from "@nihol/contract/values/languages";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import { deleteProcess } from "../../commands/delete-process.ts";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { refuseOutOfScope } from "../../policies/imagery.ts";
import { hashCan } from "../../policies/imagery-can.ts";
import { crud } from "../../shared/crud.ts";
import { EventStreams } from "../../shared/event-streams.ts";
import { findBlock, findBlockFacts, listAttempts, listBlocks } from "./block-queries.ts";
import { toAttempt, toBlock } from "./block-row.ts";
import { createFromSource, planFromSource } from "./fetch-writes.ts";
import {
  findProcess,
  listHashes,
  listProcesses,
  listStates,
  listVisible,
  type StateRow,
} from "./process-queries.ts";
import { toEvent, toProcess } from "./process-row.ts";
import { changeDate, changePriority, createProcess, restart, stopProcess } from "./writes.ts";

/** Each asks a server of somebody else's, and waits for it. */
const fewQuestions = { rateLimit: { max: 60, timeWindow: 60_000 } };

export const processRoutes: Feature = (app, services) => {
  const { db } = services;
  const streams = new EventStreams<StateRow>({
    event: "process",
    listStates: (ids) => listStates(db.sql, ids),
    listVisible: (actor, ids) => listVisible(db.sql, actor, ids),
    toEvent,
    // Reads that follow must not be older than the event.
    noteSent: (person) => services.replica?.noteChange(person),
  });
  app.addHook("preClose", async () => streams.endAll());
  const lang = (request: FastifyRequest) => languageOf(request.headers["accept-language"]);

  async function getProcess(request: FastifyRequest, id: number): Promise<Process> {
    const row = await findProcess(db.sql, request.actor, id);
    if (!row) throw notFound();
    return toProcess(row, request.actor, lang(request));
  }

  async function findDetail(sql: typeof db.sql, actor: Actor, id: number, language: Language) {
    const row = await findProcess(sql, actor, id);
    if (!row) return undefined;
    const footprint = row.facts.footprint;
    return {
      ...toProcess(row, actor, language),
      footprint: footprint && {
        type: "MultiPolygon" as const,
        coordinates: [footprint.coordinates],
      },
      ...(await findBlockFacts(sql, id)),
    };
  }

  crud(app, services, processes, {
    async list(sql, actor, query, order, language) {
      const { count, rows } = await listProcesses(sql, actor, query, order);
      return { count, rows: rows.map((row) => toProcess(row, actor, language)) };
    },
    find: findDetail,
    remove: (_, actor, id) => deleteProcess(services, actor, id, "satelliteimagery"),
  });

  serve(app, processStart, async (request) => {
    const { actor, body } = request;
    const id =
      body.source !== null && body.upload === null
        ? await createFromSource(services, actor, { ...body, source: body.source }, lang(request))
        : await createProcess(services, actor, body, lang(request));
    return getProcess(request, id);
  });

  serve(app, fetchPlan, ({ actor, body }) => planFromSource(services, actor, body), {
    config: fewQuestions,
  });

  serve(app, processStop, async (request) => {
    await stopProcess(db.sql, request.actor, request.params.id);
    return getProcess(request, request.params.id);
  });

  serve(app, processRestart, async (request) => {
    await restart(services, request.actor, request.params.id, request.body.which);
    return getProcess(request, request.params.id);
  });

  serve(app, processDate, async (request) => {
    await changeDate(db.sql, request.actor, request.params.id, request.body.date);
    return getProcess(request, request.params.id);
  });

  serve(app, processPriority, async (request) => {
    await changePriority(db.sql, request.actor, request.params.id, request.body.priority);
    return getProcess(request, request.params.id);
  });

  serve(app, processBlocks, async (request) => {
    const { id } = await getProcess(request, request.params.id);
    const { at, blocks } = await listBlocks(db.sql, id, request.query.after);
    const language = lang(request);
    return { at: at.toISOString(), results: blocks.map((block) => toBlock(block, language)) };
  });

  serve(app, blockLog, async (request) => {
    const { id } = await getProcess(request, request.params.id);
    const block = await findBlock(db.sql, id, request.params.n);
    if (!block) throw notFound();
    const attempts = await listAttempts(db.sql, id, block.n);
    const language = lang(request);
    return {
      block: toBlock(block, language),
      attempts: attempts.map((attempt) => toAttempt(attempt, language)),
    };
  });

  serve(app, processHashes, async (request) => {
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
        can: hashCan(request.actor, row),
      })),
    };
  });

  serve(app, processHashDelete, async ({ actor, params }) => {
    const rows = await listHashes(db.sql, actor, params.id);
    const matching = rows.filter((row) => row.date_hash === params.hash);
    if (matching.length === 0) throw notFound();
    const own = matching.filter(({ in_scope }) => in_scope);
    if (own.length === 0) matching.forEach(refuseOutOfScope);
    for (const row of own) await deleteProcess(services, actor, row.process_id, "satelliteimagery");
    return null;
  });

  serve(app, processImageDelete, async (request) => {
    const process = await getProcess(request, request.params.id);
    if (process.whole_image !== request.params.image) throw notFound();
    await deleteProcess(services, request.actor, process.id, "satelliteimagery");
    return null;
  });

  serve(app, processEvents, async (request, reply) => {
    const process = await findProcess(db.sql, request.actor, request.params.id);
    if (!process) throw notFound();
    const state = { ...process, ...(await findBlockFacts(db.sql, process.id)) };
    streams.follow(request, reply, {
      language: lang(request),
      states: new Map([[process.id, state]]),
    });
    return undefined;
  });
};
