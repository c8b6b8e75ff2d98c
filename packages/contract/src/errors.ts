import { z } from "./z.ts";

/** `{detail, code}`: the answer of every refused call but a 400. */
export const problemSchema = z
  .object({ detail: z.string(), code: z.string() })
  .meta({ id: "Problem" });
/** `{field: [text], non_field_errors: [text]}`: the answer of a 400. */
export const fieldProblemsSchema = z
  .record(z.string(), z.array(z.string()))
  .meta({ id: "FieldProblems" });
