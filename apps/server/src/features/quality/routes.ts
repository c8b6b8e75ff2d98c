import {
  qualityRuleList,
  qualityRulePatch,
  qualityRuleTrial,
} from "@nihol/contract/sensors/quality-rules";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { guidanceCan } from "../../policies/devices.ts";
import { listRules } from "./rule-queries.ts";
import { patchRule } from "./rule-writes.ts";
import { tryRule } from "./trial.ts";

/** Rules that look at the quality of what devices sent. */
export const qualityRoutes: Feature = (app, { db: { sql: db } }) => {
  serve(app, qualityRuleList, async ({ actor }) => ({
    results: await listRules(db),
    can: guidanceCan(actor),
  }));
  serve(app, qualityRulePatch, ({ actor, params, body }) => patchRule(db, actor, params.id, body));
  serve(app, qualityRuleTrial, ({ actor, params, body }) => tryRule(db, actor, params.id, body));
};
