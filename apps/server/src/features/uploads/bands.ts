/** The question which band is which: how the image looks when it is read in each way, and the answer. */
import { uploadBandImage, uploadBands } from "@nihol/contract/imagery/uploads";
import { languageOf } from "@nihol/locales/text";
import { bandImageInChild } from "@nihol/vision/render/render-pool";
import type { Actor } from "../../http/actor.ts";
import { askingOf } from "../../http/asking.ts";
import type { App } from "../../http/feature.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import type { Services } from "../../http/services.ts";
import { findUpload, toUpload, updateBands } from "./upload-queries.ts";

/** Registers the picture of each reading and the answer. */
export function serveBands(app: App, { db, files }: Pick<Services, "db" | "files">): void {
  /** @throws {Problem} 404 for an upload of another person, or a reading that it does not have */
  async function findReading(actor: Actor, id: string, reading: number) {
    const row = await findUpload(db.sql, actor, id);
    const facts = row?.status === "ready" ? row.facts : null;
    const roles = facts?.readings?.[reading];
    if (!row || !facts || !roles) throw notFound();
    return { row, facts, roles };
  }

  serve(app, uploadBandImage, async (request, reply) => {
    const { id, reading } = request.params;
    const { facts, roles } = await findReading(request.actor, id, reading);
    const image = { path: await files.local(`upload/${id}`), facts };
    const webp = await bandImageInChild(image, roles, askingOf(request, reply));
    return reply
      .header("cache-control", "private, max-age=3600")
      .header("vary", "authorization")
      .type("image/webp")
      .send(webp);
  });

  serve(app, uploadBands, async ({ actor, params, body, headers }) => {
    const { row, facts, roles } = await findReading(actor, params.id, body.reading);
    const answered = { ...facts, roles: { ...roles, basis: "person" as const } };
    if (!(await updateBands(db.sql, row.id, answered))) throw new Problem(409, "in_use");
    const language = languageOf(headers["accept-language"]);
    return toUpload({ ...row, facts: answered }, Number(row.size), language);
  });
}
