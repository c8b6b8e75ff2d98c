/** Answers of people who stand at pits that an image shows dug and empty. */
import { idParamsSchema, idSchema } from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { pitAnswers } from "../values/planting/verdicts.ts";
import { z } from "../z.ts";
import { survivalCountSchema } from "./survival.ts";

/** A pit as a phone takes it along. WGS 84, degrees. */
export const fieldPitSchema = z
  .object({
    longitude: z.number(),
    latitude: z.number(),
    /** Newest answer of the reader or of somebody independent of the report; null where neither has given one. */
    answer: z.enum(pitAnswers).nullable(),
  })
  .meta({ id: "FieldPit" });
export type FieldPit = z.output<typeof fieldPitSchema>;

export const pitAnswerSchema = survivalCountSchema.pick({ counter: true, person: true }).extend({
  /** Image that shows the pit, and its place there, as the task's pits have them. */
  image: idSchema,
  longitude: z.number().min(-180).max(180),
  latitude: z.number().min(-90).max(90),
  answer: z.enum(pitAnswers),
  /** When it was found, where that is not now: an answer that waited for a line. */
  answered_at: z.iso.datetime({ offset: true }).optional(),
});

/** Whoever may report says what is in a pit; their next answer about it replaces this one. */
export const pitAnswerPut = call({
  method: "PUT",
  path: `${paths.plantTreeTask}/:id/pit`,
  access: "planttreetaskreport.add",
  params: idParamsSchema,
  body: pitAnswerSchema,
  answer: fieldPitSchema,
});
