/** Sends a stored file so that no browser opens it by itself: as an attachment, of a stated kind. */
import type { AttachedFile } from "@nihol/contract/attached-files";
import { mediaTypes } from "@nihol/contract/values/files";
import type { FileStore } from "@nihol/store/files/file-store";
import type { FastifyReply, FastifyRequest } from "fastify";
import { redirectToFile } from "../../http/stored-link.ts";

/** RFC 6266 with RFC 5987: the name in any script, and for old programs one of plain letters. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The bytes as they came. The hash stands beside them (RFC 9530), for whoever wants to compare. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: AttachedFile & { key: string },
) {
  const type = mediaTypes[file.kind];
  const disposition = attachmentHeader(file.name);
  const elsewhere = await redirectToFile(request, reply, files, {
    key: file.key,
    type,
    disposition,
  });
  if (elsewhere) return elsewhere;
  const stream = await files.get(file.key);
  const digest = Buffer.from(file.sha256, "hex").toString("base64");
  return (
    reply
      .header("content-disposition", disposition)
      .header("content-security-policy", "sandbox; default-src 'none'")
      .header("x-content-type-options", "nosniff")
      .header("repr-digest", `sha-256=:${digest}:`)
      .header("content-length", file.size)
      // Bytes that are sent must be those that were kept: nothing on the way may pack them anew.
      .header("cache-control", "private, no-store, no-transform")
      .type(type)
      .send(stream)
  );
}
