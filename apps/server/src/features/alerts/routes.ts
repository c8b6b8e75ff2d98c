import { alertRules, alertTrial } from "@nihol/contract/sensors/alert-rules";
import {
  type AlertDetail,
  alertAcknowledge,
  alertAssign,
  alertClear,
  alertCommentCreate,
  alertPeople,
  alerts,
} from "@nihol/contract/sensors/alerts";
import { languageOf } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import type { Feature } from "../../http/feature.ts";
import { notFound } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { crud } from "../../shared/crud.ts";
import { findAlert, listAlerts } from "./alert-queries.ts";
import { acknowledgeAlert, assignAlert, clearAlert, commentAlert } from "./alert-writes.ts";
import { listAlertPeople } from "./people-queries.ts";
import { findRule, listRules } from "./rule-queries.ts";
import { createRule, patchRule, removeRule, requireCondition } from "./rule-writes.ts";
import { tryRule } from "./trial.ts";

/** Alerts of monitoring devices, the rules that raise them, and trials of rules on the past. */
export const alertRoutes: Feature = (app, services) => {
  const db = services.db.sql;
  crud(app, services, alerts, { list: listAlerts, find: findAlert });
  crud(app, services, alertRules, {
    list: listRules,
    find: findRule,
    create: createRule,
    patch: patchRule,
    remove: removeRule,
  });

  async function getAlert(actor: Actor, id: number): Promise<AlertDetail> {
    return (await findAlert(db, actor, id)) ?? Promise.reject(notFound());
  }
  serve(app, alertAcknowledge, async ({ actor, params }) => {
    await acknowledgeAlert(db, actor, params.id);
    return getAlert(actor, params.id);
  });
  serve(app, alertClear, async ({ actor, params }) => {
    await clearAlert(db, actor, params.id);
    return getAlert(actor, params.id);
  });
  serve(app, alertAssign, async ({ actor, params, body }) => {
    await assignAlert(db, actor, params.id, body.person);
    return getAlert(actor, params.id);
  });
  serve(app, alertCommentCreate, async ({ actor, params, body }) => {
    await commentAlert(db, actor, params.id, body.text);
    return getAlert(actor, params.id);
  });
  serve(app, alertPeople, async ({ actor, params, headers }) => {
    await getAlert(actor, params.id);
    const language = languageOf(headers["accept-language"]);
    return { results: await listAlertPeople(db, actor, params.id, language) };
  });
  serve(app, alertTrial, async ({ actor, body }) => {
    const { days, ...condition } = body;
    await requireCondition(db, actor, condition);
    return tryRule(db, actor, condition, days, new Date());
  });
};
