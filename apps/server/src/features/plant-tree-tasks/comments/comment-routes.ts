import {
  mentions,
  taskCommentChange,
  taskCommentCreate,
  taskCommentDelete,
  taskComments,
  taskPeople,
} from "@nihol/contract/planting/task-comments";
import { taskTimeline } from "@nihol/contract/planting/timeline";
import { languageOf } from "@nihol/locales/text";
import type { Actor } from "../../../http/actor.ts";
import type { Feature } from "../../../http/feature.ts";
import { pageOf } from "../../../http/paging.ts";
import { notFound } from "../../../http/problem.ts";
import { serve } from "../../../http/serve.ts";
import { isTaskVisible } from "../task-write-queries.ts";
import { findComment, listComments } from "./comment-queries.ts";
import { changeComment, createComment, removeComment } from "./comment-writes.ts";
import { listMentionsOf, listTaskPeople } from "./mention-queries.ts";
import { listTimeline } from "./timeline-queries.ts";

/** Comments on planting tasks, the people whom they name, and everything else that became of the tasks. */
export const taskCommentRoutes: Feature = (app, { db }) => {
  async function requireTask(actor: Actor, id: number) {
    if (!(await isTaskVisible(db.sql, actor, id))) throw notFound();
  }
  async function commentOr404(actor: Actor, task: number, id: number) {
    const comment = await findComment(db.sql, actor, task, id);
    if (!comment) throw notFound();
    return comment;
  }

  serve(app, taskComments, async (request) => {
    const { actor, params, query } = request;
    await requireTask(actor, params.id);
    const { count, rows } = await listComments(db.sql, actor, params.id, query);
    return pageOf(request, query, count, rows);
  });
  serve(app, taskCommentCreate, async ({ actor, params, body }) => {
    const id = await createComment(db.sql, actor, params.id, body.body);
    return commentOr404(actor, params.id, id);
  });
  serve(app, taskCommentChange, async ({ actor, params, body }) => {
    await changeComment(db.sql, actor, params, body.body);
    return commentOr404(actor, params.id, params.comment);
  });
  serve(app, taskCommentDelete, async ({ actor, params }) => {
    await removeComment(db.sql, actor, params);
    return null;
  });
  serve(app, taskTimeline, async (request) => {
    const { actor, params, query } = request;
    await requireTask(actor, params.id);
    const { count, rows } = await listTimeline(db.sql, actor, params.id, query);
    return pageOf(request, query, count, rows);
  });
  serve(app, taskPeople, async ({ actor, params, query, headers }) => {
    await requireTask(actor, params.id);
    const language = languageOf(headers["accept-language"]);
    return { results: await listTaskPeople(db.sql, actor, params.id, query.search, language) };
  });
  serve(app, mentions, async (request) => {
    const { actor, query } = request;
    const { count, rows } = await listMentionsOf(db.sql, actor, query);
    return pageOf(request, query, count, rows);
  });
};
