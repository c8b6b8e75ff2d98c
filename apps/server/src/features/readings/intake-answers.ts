/** Answers to devices: what became of a call is noted for whoever looks after the device, and refusals are short. */
import type { IntakeResult } from "@nihol/contract/sensors/readings";
import {
  type BodyProblem,
  bodyProblems,
  intakeSeen,
} from "@nihol/contract/values/sensors/readings";
import type { Database } from "@nihol/db/tables";
import { noCounts } from "@nihol/store/readings/intake-seen";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { refusalOf } from "../../http/errors.ts";
import { FieldProblem } from "../../http/problem.ts";
import { intakeLogOf } from "./intake-log.ts";

type Db = Kysely<Database>;

function callOf(request: FastifyRequest) {
  const bytes = Number(request.headers["content-length"]);
  return {
    way: "http" as const,
    messages: 1,
    bytes: Number.isSafeInteger(bytes) ? bytes : (request.sentText?.length ?? 0),
    payload: request.sentText ?? null,
  };
}

/** Notes a call whose readings were looked at. */
export function noteTaken(db: Db, request: FastifyRequest, deviceId: number, result: IntakeResult) {
  const { accepted, duplicates, conflicts, faulty, refused_count: refused } = result;
  const reasons = result.refused
    .slice(0, intakeSeen.reasons)
    .map(({ index, reason }) => ({ at: index, reason }));
  const counts = { accepted, duplicates, conflicts, faulty, refused };
  intakeLogOf(db).note(deviceId, { ...callOf(request), ...counts, reasons, problem: null });
}

const isBodyProblem = (code: string): code is BodyProblem =>
  bodyProblems.some((one) => one === code);

/** Notes a refusal of a device that has shown its token. One of ours, or of the database, is sent again by it. */
function noteRefused(db: Db, request: FastifyRequest, status: number, code: string) {
  const deviceId = request.deviceFacts?.id;
  if (deviceId === undefined) return;
  if (status === 429) return intakeLogOf(db).turnAway(deviceId, "too_many_attempts");
  if (status < 400 || status >= 500) return;
  const problem = isBodyProblem(code) ? code : "invalid";
  intakeLogOf(db).note(deviceId, { ...callOf(request), ...noCounts, reasons: [], problem });
}

/** Answers a refused call in words of a device: the code, and the same as plain text in no person's language. */
export const refuseDevice =
  (db: Db) => (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error, request);
    if (refusal instanceof FieldProblem) {
      noteRefused(db, request, 400, "invalid");
      const detail = `invalid: ${Object.keys(refusal.fields).join(", ")}`;
      return reply.code(400).send({ code: "invalid", detail });
    }
    const { status, code, headers } = refusal;
    noteRefused(db, request, status, code);
    return reply
      .code(status)
      .headers(headers)
      .send({ code, detail: code.replaceAll("_", " ") });
  };
