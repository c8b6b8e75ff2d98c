/** The overview of a week: of each person what is theirs, and nothing of what they may not see. */

import { silentAfterIntervals } from "@nihol/contract/values/devices";
import {
  type NoticeFacts,
  type NoticeSubject,
  nearDays,
  type WeekFacts,
  type WeekSection,
  type WeekSectionName,
  weekSections,
} from "@nihol/contract/values/notices";
import { plantingStatuses } from "@nihol/contract/values/plant-tree-task-states";
import { daysAfter } from "@nihol/contract/values/planting/programme-day";
import { openViolationStates } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { accountHolds } from "@nihol/policies/account-rights";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { recipientsOf } from "../notices/notice-recipients.ts";
import { maySee, subjectSql } from "../notices/notice-subjects.ts";

/** Rows that a section names; all are counted. */
const shownRows = 5;

/** The Monday of a day's week, where the overview of it is still to be sent: until Wednesday. */
function weekToSend(day: string): string | undefined {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return sinceMonday <= 2 ? daysAfter(day, -sinceMonday) : undefined;
}

const isPlanted = sql<SqlBool>`k.status = any(${[...plantingStatuses]}::text[])`;

/** Rows of each section, of its subject, for the account `u` with its role `r`. */
function sectionsOf(
  week: string,
): Record<WeekSectionName, { subject: NoticeSubject; where: RawBuilder<SqlBool> }> {
  const soon = daysAfter(week, nearDays);
  return {
    tasks_overdue: {
      subject: "task",
      where: sql<SqlBool>`${recipientsOf("task_overdue")} and ${isPlanted} and k.due_date < ${week}::date`,
    },
    tasks_due: {
      subject: "task",
      where: sql<SqlBool>`${recipientsOf("task_due")} and ${isPlanted}
        and k.due_date between ${week}::date and ${soon}::date`,
    },
    reports: {
      subject: "task",
      where: sql<SqlBool>`${recipientsOf("report_submitted")} and k.status = 'submitted'`,
    },
    cases: {
      subject: "violation",
      where: sql<SqlBool>`${recipientsOf("violation_due")}
        and v.state = any(${[...openViolationStates]}::text[]) and v.due_date <= ${soon}::date`,
    },
    devices: {
      subject: "device",
      where: sql<SqlBool>`${recipientsOf("device_silent")} and not v.retired
        and coalesce((select max(l.ts) from reading_latest l where l.device_id = v.id), '-infinity')
          < ${week}::date - ${silentAfterIntervals}::int * v.interval_minutes * interval '1 minute'`,
    },
    images: {
      subject: "image",
      where: sql<SqlBool>`${accountHolds("satelliteimagery.change")} and w.review = 'new'`,
    },
  };
}

async function section(db: Db, userId: number, name: WeekSectionName, week: string) {
  const { subject, where } = sectionsOf(week)[name];
  const { from, id, facts } = subjectSql[subject];
  const { rows } = await sql<{ id: number; facts: NoticeFacts; count: number }>`
    select ${id} as id, ${facts} as facts, count(*) over ()::int as count
    from ${from} join user_account u on u.id = ${userId} join user_group r on r.id = u.group_id
    where ${maySee(subject)} and ${where} order by ${id} limit ${shownRows}`.execute(db);
  const shown = rows.map((row) => ({ subject, id: row.id, facts: row.facts }));
  return { name, count: rows[0]?.count ?? 0, rows: shown };
}

async function newsOf(db: Db, userId: number, week: string): Promise<WeekFacts["news"]> {
  return db
    .selectFrom("notice")
    .where("user_id", "=", userId)
    .where("way", "=", "digest")
    .where("created_at", ">=", sql<Date>`programme_midnight(${week}::date - 7)`)
    .select(["kind", "subject", "subject_id as id", "facts"])
    .orderBy("id", "desc")
    .limit(4 * shownRows)
    .execute();
}

/** Overview of the week for one account; empty sections are left out. */
async function weekFacts(db: Db, userId: number, week: string): Promise<WeekFacts> {
  const sections: WeekSection[] = [];
  for (const name of weekSections) {
    const found = await section(db, userId, name, week);
    if (found.count > 0) sections.push(found);
  }
  return { sections, news: await newsOf(db, userId, week) };
}

/**
 * Writes the overviews of a day's week that are not written yet, as letters that wait; where nothing stands in one,
 * that is noted and nothing is sent.
 * @returns how many are to be sent
 */
export async function writeWeeklyMail(db: Db, day: string): Promise<number> {
  const week = weekToSend(day);
  if (week === undefined) return 0;
  const people = await db
    .selectFrom("user_account as u")
    .where("u.is_active", "=", true)
    .where("u.weekly_mail", "=", true)
    .where("u.created_at", "<", sql<Date>`programme_midnight(${week}::date + 1)`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("mail as m")
            .whereRef("m.user_id", "=", "u.id")
            .where("m.week", "=", week)
            .select("m.id"),
        ),
      ),
    )
    .select("u.id")
    .execute();
  let sent = 0;
  for (const { id } of people) {
    const facts = await weekFacts(db, id, week);
    const isEmpty = facts.sections.length === 0 && facts.news.length === 0;
    await db
      .insertInto("mail")
      .values({ user_id: id, week, facts: json(facts), state: isEmpty ? "empty" : "waiting" })
      .onConflict((on) => on.doNothing())
      .execute();
    if (!isEmpty) sent += 1;
  }
  return sent;
}
