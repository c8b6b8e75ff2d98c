/** Errors on their way from a thread to the server: classes do not cross, plain values do. */
import { FieldProblem, Problem } from "../../http/problem.ts";

/** An error as plain values. */
export type PackedError =
  | ({ kind: "problem" } & Pick<Problem, "status" | "code" | "params" | "headers">)
  | ({ kind: "fields" } & Pick<FieldProblem, "fields">)
  | { kind: "other"; message: string; fields: Record<string, unknown> };

/** The fields by which `errors.ts` recognizes errors of the database and the disk. */
const fields = ["name", "code", "syscall"] as const;

/** To be called in the thread. */
export function packError(error: unknown): PackedError {
  if (error instanceof Problem) {
    const { status, code, params, headers } = error;
    return { kind: "problem", status, code, params, headers };
  }
  if (error instanceof FieldProblem) return { kind: "fields", fields: error.fields };
  const message = error instanceof Error ? error.message : String(error);
  const found = fields.map((field) => [field, (error as Record<string, unknown>)?.[field]]);
  return { kind: "other", message, fields: Object.fromEntries(found) };
}

/** To be called where the answer of the thread comes in. @throws the error that was packed, always */
export function throwPacked(packed: PackedError): never {
  if (packed.kind === "problem")
    throw new Problem(packed.status, packed.code, packed.params, packed.headers);
  if (packed.kind === "fields") throw new FieldProblem(packed.fields);
  throw Object.assign(new Error(packed.message), packed.fields);
}
