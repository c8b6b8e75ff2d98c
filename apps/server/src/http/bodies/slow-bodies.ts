/** Ends calls whose body does not come: anybody can open one, without signing in, and it would be held for ever. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import fp from "fastify-plugin";
import { rawProblem } from "../raw-problem.ts";

/** Slowest pace at which a body may come. There is no limit of its whole time: an upload of 20 GB takes hours. */
export interface BodyPace {
  /** Without a single byte for so long, it has stopped. */
  idleMs: number;
  /** For so long after the head nothing is asked of the pace. */
  graceMs: number;
  /** Bytes a second on average after that: a byte now and then is no upload. */
  bytesPerSecond: number;
  /** Milliseconds for which the rest of a body is accepted after its call has been answered. */
  lingerMs: number;
  /** Milliseconds between two checks. */
  everyMs: number;
}

export const bodyPace: BodyPace = {
  idleMs: 30_000,
  graceMs: 30_000,
  bytesPerSecond: 256,
  lingerMs: 5_000,
  everyMs: 2_000,
};

/** Progress of one body: moments in milliseconds, bytes of its connection. */
export interface BodyProgress {
  since: number;
  bytesBefore: number;
  bytes: number;
  /** When the last byte was seen. */
  at: number;
  /** When its call was seen to be answered. */
  answeredAt: number | undefined;
}

/** Says whether a body has come to a stop, or comes so slowly that it is meant to. */
export function isTooSlow(progress: BodyProgress, pace: BodyPace, now: number): boolean {
  const { since, bytesBefore, bytes, at, answeredAt } = progress;
  if (answeredAt !== undefined && now - answeredAt > pace.lingerMs) return true;
  if (now - at > pace.idleMs) return true;
  const expected = ((now - since - pace.graceMs) / 1000) * pace.bytesPerSecond;
  return expected > 0 && bytes - bytesBefore < expected;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Checks the progress of one body. What waits in our own buffers is not the sender's delay. */
function checkProgress(
  request: IncomingMessage,
  answer: ServerResponse,
  was: BodyProgress,
  now: number,
) {
  const bytes = request.socket.bytesRead;
  const isOurs = request.readableLength >= request.readableHighWaterMark;
  if (bytes > was.bytes || isOurs) was.at = now;
  if (isOurs) was.since = now;
  if (isOurs) was.bytesBefore = bytes;
  was.bytes = bytes;
  if (answer.writableEnded) was.answeredAt ??= now;
}

export const slowBodiesPlugin = fp<{ pace?: BodyPace | undefined }>(
  async (app, { pace = bodyPace }) => {
    const open = new Map<IncomingMessage, { answer: ServerResponse; progress: BodyProgress }>();
    app.addHook("onRequest", async ({ raw }, reply) => {
      // A call that was injected has no connection, and its body with it.
      if (raw.complete || !hasBody(raw) || !(raw.socket instanceof Socket)) return;
      const [now, bytes] = [Date.now(), raw.socket.bytesRead];
      const progress = { since: now, bytesBefore: bytes, bytes, at: now, answeredAt: undefined };
      open.set(raw, { answer: reply.raw, progress });
    });
    const timer = setInterval(() => {
      for (const [request, { answer, progress }] of open) {
        if (request.complete || request.socket.destroyed) {
          open.delete(request);
          continue;
        }
        checkProgress(request, answer, progress, Date.now());
        if (!isTooSlow(progress, pace, Date.now())) continue;
        open.delete(request);
        end(request, answer);
      }
    }, pace.everyMs).unref();
    app.addHook("onClose", async () => clearInterval(timer));
  },
);

/** Says why where nothing has been said yet, and closes the connection. */
function end({ socket, headers }: IncomingMessage, answer: ServerResponse) {
  if (answer.headersSent) socket.destroy();
  else
    socket.end(rawProblem(408, "request_timeout", headers["accept-language"]), () =>
      socket.destroy(),
    );
}
