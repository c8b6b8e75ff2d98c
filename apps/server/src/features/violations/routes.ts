import {
  violationComment,
  violationCommentDelete,
  violationCount,
  violationFiles,
  violationState,
  violations,
} from "@nihol/contract/violations";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { attachedFileRoutes } from "../../shared/attachments/attached-file-routes.ts";
import { crud } from "../../shared/crud.ts";
import { violationDetail } from "./detail.ts";
import { countStates, holdViolation, listViolations } from "./queries.ts";
import {
  addComment,
  changeState,
  createViolation,
  patchViolation,
  removeComment,
  removeViolation,
} from "./writes.ts";

/** Violations: what was seen, its proof, and what became of it. */
export const violationRoutes: Feature = (app, services) => {
  const { db, files } = services;

  crud(app, services, violations, {
    list: listViolations,
    find: violationDetail,
    create: (_, actor, body) => createViolation(db.sql, actor, body),
    patch: (_, actor, id, body) => patchViolation(db.sql, actor, id, body),
    remove: (_, actor, id) => removeViolation(db.sql, files, actor, id),
  });
  serve(app, violationCount, ({ actor, query }) => countStates(db.sql, actor, query));
  serve(app, violationState, async ({ actor, params, body }) => {
    await changeState(db.sql, actor, params.id, body);
    return violationDetail(db.sql, actor, params.id);
  });
  serve(app, violationComment, async ({ actor, params, body }) => {
    await addComment(db.sql, actor, params.id, body.body);
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
  });
};
