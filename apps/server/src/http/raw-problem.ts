/** Refusals that are written to the connection itself, where there is no answer of Fastify's to send. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@nihol/contract/values/errors";
import { languageOf, text } from "@nihol/locales/text";
import { securityHeaders } from "./security.ts";

/** A whole HTTP answer with `{detail, code}`; the connection is to be closed after it. */
export function rawProblem(status: number, code: ErrorCode, acceptLanguage?: string): string {
  const detail = text(languageOf(acceptLanguage), `errors.${code}`);
  const body = JSON.stringify({ detail, code });
  const headers = {
    ...securityHeaders,
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n");
}

/** Answers what Node could not read as HTTP at all. */
export function answerClientError(error: Error & { code?: string }, socket: Socket) {
  // Reset by the other side, or answered already: nothing would read it.
  if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0)
    return void socket.destroy();
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") socket.end(rawProblem(408, "request_timeout"));
  else if (error.code === "HPE_HEADER_OVERFLOW") socket.end(rawProblem(431, "invalid"));
  else socket.end(rawProblem(400, "invalid"));
}
