import { pitAnswerPut } from "@nihol/contract/planting/pits";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { answerPit } from "./pit-queries.ts";

/** Answers of people who stand where an image shows a pit that was dug and holds no plant. */
export const pitRoutes: Feature = (app, { db }) => {
  serve(app, pitAnswerPut, ({ actor, params, body }) => answerPit(db.sql, actor, params.id, body));
};
