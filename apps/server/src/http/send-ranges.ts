/** A file of the store by ranges of bytes (RFC 9110, 14), as programs read Cloud Optimized GeoTIFFs. */
import { basename, dirname } from "node:path";
import { send } from "@fastify/send";
import type { FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "./problem.ts";

/**
 * Sends a file of this machine: whole, a range of it (206), or only what it is (HEAD, 304). Whoever reads it again with
 * another token is checked anew.
 * @throws {Problem} 404 where there is none
 */
export async function sendRanges(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, type, name }: { path: string; type: string; name?: string },
) {
  const found = await send(request.raw, encodeURIComponent(basename(path)), {
    root: dirname(path),
    cacheControl: false,
    contentType: false,
    index: false,
  });
  if (found.statusCode === 404) throw notFound();
  return reply
    .code(found.statusCode)
    .headers(found.headers)
    .header("cache-control", "private, no-cache, no-transform")
    .header("vary", "authorization")
    .header("content-security-policy", "sandbox; default-src 'none'")
    .headers(name === undefined ? {} : { "content-disposition": name })
    .type(type)
    .send(found.stream);
}
