/** Sends whoever may have a large file of the store to where it lies, past this server. */
import type { FileStore } from "@nihol/store/files/file-store";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Redirects to an address of the store that holds for some minutes. A HEAD is answered here: such addresses are of GET.
 * @returns undefined where the store gives none, and the file is to be sent from here
 */
export async function redirectToFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  { key, ...answer }: { key: string; type: string; disposition: string },
): Promise<FastifyReply | undefined> {
  if (request.method !== "GET") return undefined;
  const address = await files.link(key, answer);
  if (address === undefined) return undefined;
  return reply
    .header("cache-control", "private, no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(address, 307);
}
