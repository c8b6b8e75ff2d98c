/** Server-sent events of one process: its row is the truth, read once a second while somebody listens. */
import type { FastifyReply, FastifyRequest } from "fastify";

/** Streams that are open: the server ends them before it closes, or it would wait for their readers. */
export type OpenStreams = Set<() => void>;

const everyMs = 1000;
const quietMs = 15_000;

/**
 * Sends `read()` as event `process` whenever it differs from the last one, and a comment when it is quiet,
 * so that proxies keep the line. Ends when the reader goes, or `read` answers undefined (the row is gone, or the reader's right to it).
 */
export function streamProcess(
  request: FastifyRequest,
  reply: FastifyReply,
  open: OpenStreams,
  read: () => Promise<object | undefined>,
) {
  reply.hijack();
  const out = reply.raw;
  out.writeHead(200, {
    // hijacked: what the other answers carry by themselves
    "x-content-type-options": "nosniff",
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
    connection: "keep-alive",
  });
  let last = "";
  let sentAt = Date.now();
  let reading = false;
  let ended = false;

  async function tick() {
    if (reading) return;
    reading = true;
    const state = await read().finally(() => {
      reading = false;
    });
    if (ended) return;
    if (state === undefined) return end();
    const data = JSON.stringify(state);
    if (data !== last) out.write(`event: process\ndata: ${data}\n\n`);
    else if (Date.now() - sentAt > quietMs) out.write(": still here\n\n");
    else return;
    last = data;
    sentAt = Date.now();
  }
  const run = () => tick().catch(() => end());
  const timer = setInterval(run, everyMs);
  function end() {
    ended = true;
    clearInterval(timer);
    open.delete(end);
    out.end();
  }
  open.add(end);
  request.raw.once("close", end);
  void run();
}
