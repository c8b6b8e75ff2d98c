import { existsSync } from "node:fs";
import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { upload, uploadCheck, uploadDelete } from "@nihol/contract/imagery/uploads";
import { paths } from "@nihol/contract/values/paths";
import { languageOf } from "@nihol/locales/text";
import { uploadKeys } from "@nihol/store/files/upload-keys";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { inTurnByKey } from "../../shared/threads/in-turn.ts";
import { findArrival } from "./arrival-queries.ts";
import { clearEnded, dropStrays } from "./arrived.ts";
import { serveBands } from "./bands.ts";
import { checkLeftUploads, type IngestContext } from "./check.ts";
import { keepLeases } from "./check-leases.ts";
import { checkFiles } from "./known-files.ts";
import { type TusCaller, tusServer } from "./tus.ts";
import { deleteUpload, findUpload, isUsed, toUpload } from "./upload-queries.ts";

const one = `${paths.upload}/:id` as const;
const tusCall = { access: "satelliteimagery.add", refuses: [412] } as const;

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The store takes a folder away with the last file in it, and tus would miss it: a file of no key keeps it. */
async function keepFolder(folder: string) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, ".keep"), "");
}

export const uploadRoutes: Feature = async (app, { db, files, watch }) => {
  await keepFolder(files.landing("upload"));
  const callers = new WeakMap<object, TusCaller>();
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  const log = (error: unknown) => app.log.error({ err: error }, "upload");
  const inTurn = inTurnByKey<number>();
  const leases = keepLeases(db.sql, () => checkLeftUploads(ingest), {
    closing: closing.signal,
    log,
  });
  const ingest: IngestContext = {
    ...{ db: db.sql, files, watch, closing: closing.signal, log, inTurn, leases },
  };
  app.addHook("onClose", () => leases.release().catch(log));
  const dropOld = () => dropStrays(ingest, new Date(Date.now() - dayMs)).catch(log);
  const strays = setInterval(dropOld, hourMs).unref();
  app.addHook("preClose", async () => clearInterval(strays));
  const tus = tusServer(ingest, (request) => {
    const node = (request as unknown as { node?: { req?: object } }).node?.req ?? request;
    const caller = callers.get(node);
    if (!caller) throw new Problem(401, "not_authenticated");
    return caller;
  });

  // tus reads the body itself, as a stream
  app.addContentTypeParser("application/offset+octet-stream", (_request, _payload, done) =>
    done(null),
  );

  function handOver(request: FastifyRequest, reply: FastifyReply) {
    const language = languageOf(request.headers["accept-language"]);
    callers.set(request.raw, { actor: request.actor, language });
    reply.hijack();
    return tus(request.raw, reply.raw, language);
  }

  /** Answers for an upload that is stored elsewhere by now, which tus would miss; undefined for the others. */
  async function answerStored(request: FastifyRequest, reply: FastifyReply) {
    const { data: asked } = upload.params.safeParse(request.params);
    if (request.raw.method !== "HEAD" || !asked) return undefined;
    if (!files.arrivals && existsSync(files.landing(uploadKeys(asked.id).file))) return undefined;
    const row = await findUpload(db.sql, request.actor, asked.id);
    if (row?.status !== "ready") return undefined;
    const size = String(row.size);
    return reply
      .headers({ "tus-resumable": "1.0.0", "upload-offset": size, "upload-length": size })
      .header("cache-control", "no-store")
      .code(200)
      .send();
  }

  app.route({
    method: ["POST", "OPTIONS"],
    url: paths.upload,
    config: tusCall,
    schema: { summary: "tus 1.0: creation and abilities" },
    handler: handOver,
  });
  app.route({
    method: ["HEAD", "PATCH"],
    url: one,
    config: tusCall,
    schema: {
      summary: "tus 1.0: what has come, and the next part",
      consumes: ["application/offset+octet-stream"],
    },
    async handler(request, reply) {
      return (await answerStored(request, reply)) ?? handOver(request, reply);
    },
  });

  async function removeUpload(actor: Actor, id: string) {
    const row = await findUpload(db.sql, actor, id);
    if (!row) throw notFound();
    if (await isUsed(db.sql, row.id)) throw new Problem(409, "in_use");
    await deleteUpload(db.sql, row.id);
    for (const key of Object.values(uploadKeys(row.id))) await files.delete(key);
    // Nobody waits for the bucket; what is left is looked for every few seconds.
    void clearEnded(ingest).catch(log);
  }

  app.route({
    method: "POST",
    url: one,
    config: tusCall,
    schema: {
      summary: "tus 1.0 through a proxy that lets only GET and POST pass: X-HTTP-Method-Override",
      params: uploadDelete.params,
      consumes: ["application/offset+octet-stream"],
    },
    async handler(request, reply) {
      const meant = String(request.headers["x-http-method-override"] ?? "POST").toUpperCase();
      if (meant === "DELETE") {
        await removeUpload(request.actor, request.params.id);
        return reply.code(204).send();
      }
      if (meant !== "PATCH" && meant !== "HEAD") {
        const allow = "DELETE, GET, HEAD, PATCH";
        throw new Problem(405, "method_not_allowed", { method: meant, allow }, { allow });
      }
      request.raw.method = meant;
      return handOver(request, reply);
    },
  });

  // HEAD is tus's own.
  serve(
    app,
    upload,
    async ({ actor, params, headers }) => {
      const row = await findUpload(db.sql, actor, params.id);
      if (!row) throw notFound();
      const received = files.arrivals
        ? (await findArrival(db.sql, row.id))?.received
        : (await stat(files.landing(uploadKeys(row.id).file)).catch(() => undefined))?.size;
      return toUpload(
        row,
        row.status === "receiving" ? (received ?? 0) : Number(row.size),
        languageOf(headers["accept-language"]),
      );
    },
    { exposeHeadRoute: false },
  );

  serveBands(app, { db, files });

  serve(app, uploadCheck, ({ actor, body }) => checkFiles(db.sql, actor, body.files));

  serve(app, uploadDelete, async ({ actor, params }) => {
    await removeUpload(actor, params.id);
    return null;
  });
};
