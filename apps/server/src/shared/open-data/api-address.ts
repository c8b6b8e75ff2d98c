import type { FastifyRequest } from "fastify";
import type { Services } from "../../http/services.ts";

/** The address of `/api` as the caller reaches it, without a slash at its end: links of open data begin with it. */
export const apiAddress = ({ publicUrl }: Services, request: FastifyRequest) =>
  `${publicUrl?.replace(/\/+$/, "") ?? `${request.protocol}://${request.host}`}/api`;
