import type { FastifyRequest } from "fastify";
import type { Services } from "../../http/services.ts";

/**
 * The address of `/api` as the caller reaches it, without a slash at its end: links of open data begin with it. Without
 * a public address it is the `Host` of the call; X-Forwarded-Host, which a proxy may pass on as anybody wrote it, is not read.
 */
export const apiAddress = ({ publicUrl }: Services, request: FastifyRequest) =>
  `${publicUrl?.replace(/\/+$/, "") ?? `${request.protocol}://${request.headers.host ?? request.host}`}/api`;
