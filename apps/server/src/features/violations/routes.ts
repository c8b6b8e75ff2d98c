import {
  type EvidenceQuery,
  type OpenedFrom,
  violationEvidence,
} from "@nihol/contract/violations/violation-evidence";
import { violationRegister } from "@nihol/contract/violations/violation-register";
import {
  type Point,
  violationAct,
  violationAlert,
  violationComment,
  violationCommentDelete,
  violationCount,
  violationFiles,
  violationPeople,
  violationPeopleOfNew,
  violationPoints,
  violationState,
  violations,
} from "@nihol/contract/violations/violations";
import { languageOf, text } from "@nihol/locales/text";
import { placeColumns } from "../../commands/violation-place.ts";
import type { Feature } from "../../http/feature.ts";
import { refuseField } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { requireUnaccused } from "../../policies/violations.ts";
import { attachedFileRoutes } from "../../shared/attachments/attached-file-routes.ts";
import { crud } from "../../shared/crud.ts";
import { makeAct } from "./act/make-act.ts";
import { addAlerts } from "./alert-queries.ts";
import { createViolation, originOf } from "./create.ts";
import { evidenceFor, violationDetail } from "./detail.ts";
import { listPeople, listPeopleOfNew } from "./people-queries.ts";
import { makeRegister } from "./register-queries.ts";
import {
  countStates,
  holdViolation,
  listViolationPoints,
  listViolations,
} from "./violation-queries.ts";
import {
  addComment,
  changeState,
  patchViolation,
  removeComment,
  removeViolation,
} from "./writes.ts";

/** Reads what an address asks for. @throws {FieldProblem} when it names no comparison, task, alert or device's parameter */
function askedOrigin(query: EvidenceQuery): OpenedFrom {
  const { comparison, tree = null, device, parameter, alert, task } = query;
  if (comparison !== undefined) return { comparison, tree };
  if (task !== undefined) return { task };
  if (alert !== undefined) return { alert };
  if (device === undefined) return refuseField("comparison", "required");
  return { device, parameter: parameter ?? refuseField("parameter", "required") };
}

/** Violations: what was seen, its proof, and what became of it. */
export const violationRoutes: Feature = (app, services) => {
  const { db, files } = services;

  crud(app, services, violations, {
    list: listViolations,
    find: violationDetail,
    create: (_, actor, body) => createViolation(db.sql, files, actor, body),
    patch: (_, actor, id, body) => patchViolation(db.sql, actor, id, body),
    remove: (_, actor, id) => removeViolation(db.sql, files, actor, id),
  });
  serve(app, violationCount, ({ actor, query }) => countStates(db.sql, actor, query));
  serve(app, violationPoints, ({ actor, query }) => listViolationPoints(db.sql, actor, query));
  serve(app, violationEvidence, async ({ actor, query }) => {
    const {
      evidence,
      point,
      garden,
      ministry = null,
      observed_on,
    } = await originOf(db.sql, actor, askedOrigin(query), query.garden ?? null);
    const named = await evidenceFor(db.sql, actor, evidence);
    return { evidence: named, point, garden, ministry, observed_on };
  });
  serve(app, violationAct, async ({ actor, params, query, headers }, reply) => {
    const language = query.language ?? languageOf(headers["accept-language"]);
    const violation = await violationDetail(db.sql, actor, params.id);
    const { number } = violation;
    const bytes = await makeAct(services, actor, violation, {
      language,
      timeZone: query.time_zone,
    });
    const name = `${text(language, "violations.act_title", { number })}.pdf`;
    return reply
      .type("application/pdf")
      .header(
        "content-disposition",
        `attachment; filename="act-${number}.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .send(bytes);
  });
  serve(app, violationPeople, async ({ actor, params, headers }) => {
    await holdViolation(db.sql, actor, params.id);
    return listPeople(db.sql, actor, params.id, languageOf(headers["accept-language"]));
  });
  serve(app, violationPeopleOfNew, async ({ actor, query, headers }) => {
    const { garden = null, region = null, district = null, ministry = null } = query;
    const { longitude, latitude } = query;
    const point: Point | null =
      longitude === undefined || latitude === undefined ? null : [longitude, latitude];
    const place = await placeColumns(db.sql, actor, { point, garden, region, district });
    const one = { ...place, ministry_id: ministry, created_by: actor.id };
    return listPeopleOfNew(db.sql, actor, one, languageOf(headers["accept-language"]));
  });
  serve(app, violationRegister, ({ actor, query }) => makeRegister(db.sql, actor, query));
  serve(app, violationState, async ({ actor, params, body }) => {
    await changeState(db.sql, actor, params.id, body);
    return violationDetail(db.sql, actor, params.id);
  });
  serve(app, violationComment, async ({ actor, params, body }) => {
    await addComment(db.sql, actor, params.id, body.body);
    return violationDetail(db.sql, actor, params.id);
  });
  serve(app, violationAlert, async ({ actor, params, body }) => {
    await addAlerts(db.sql, actor, params.id, body.alert);
    return violationDetail(db.sql, actor, params.id);
  });
  serve(app, violationCommentDelete, async ({ actor, params }) => {
    await removeComment(db.sql, actor, params.id, params.comment);
    return null;
  });
  attachedFileRoutes(app, services, {
    table: "violation",
    calls: violationFiles,
    hold: holdViolation,
    removable: requireUnaccused,
  });
};
