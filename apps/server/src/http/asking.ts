/** Asking for a rendered image: by whom, and until when they want it. */
import type { Asking } from "@nihol/vision/render/render-pool";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";

/**
 * The caller's turn in the queues of the render pool. A map that was moved on drops its requests: what had not been
 * begun of them is not drawn any more.
 */
export function askingOf(request: FastifyRequest, reply: FastifyReply): Required<Asking> {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    // The client is gone: nothing reads this answer.
    if (!reply.raw.writableFinished) controller.abort(new Problem(503, "busy"));
  });
  return { asker: String(request.actor.id), signal: controller.signal };
}
