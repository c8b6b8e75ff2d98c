import {
  mailRetry,
  mailState,
  noticeChoice,
  noticeChoicePatch,
  noticeCount,
  noticeList,
  noticeRead,
} from "@nihol/contract/notices";
import {
  listRefusedMail,
  mailState as readMailState,
  retryMail,
} from "@nihol/store/mail/mail-rows";
import { insertAudit } from "../../http/audit.ts";
import type { Feature } from "../../http/feature.ts";
import { pageOf } from "../../http/paging.ts";
import { serve } from "../../http/serve.ts";
import { countUnread, getChoice, listNotices, setRead, writeChoice } from "./notice-queries.ts";

/** Answers with what the caller was told, and keeps how they wish to hear of it. */
export const noticeRoutes: Feature = (app, { db, mail = false }) => {
  serve(app, noticeList, async (request) => {
    const { count, rows } = await listNotices(db.sql, request.actor, request.query);
    return pageOf(request, request.query, count, rows);
  });
  serve(app, noticeCount, ({ actor }) => countUnread(db.sql, actor));
  serve(app, noticeRead, async ({ actor, body }) => {
    await setRead(db.sql, actor.id, body.ids, body.read);
    return null;
  });

  const choiceOf = async (id: number) => ({ ...(await getChoice(db.sql, id)), mail });
  serve(app, noticeChoice, ({ actor }) => choiceOf(actor.id));
  serve(app, noticeChoicePatch, async ({ actor, body }) => {
    await db.sql.transaction().execute((trx) => writeChoice(trx, actor.id, body));
    return choiceOf(actor.id);
  });

  serve(app, mailState, async () => {
    const { since, ...state } = await readMailState(db.sql);
    const refusals = (await listRefusedMail(db.sql)).map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
    }));
    return { ...state, since: since?.toISOString() ?? null, refusals };
  });
  serve(app, mailRetry, async ({ actor }) => {
    await db.sql.transaction().execute(async (trx) => {
      await retryMail(trx);
      await insertAudit(trx, actor, { action: "change", resource: "mail", id: null, change: {} });
    });
    return null;
  });
};
