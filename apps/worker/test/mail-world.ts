/** People of an organization, violations that they answer for, and the letters that this makes. */
import type { Language } from "@nihol/contract/values/languages";
import { json } from "@nihol/db/json";
import { freshDatabase } from "@nihol/db/test-database";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { unsentMail } from "@nihol/store/mail/mail-rows";
import { writeMailFact } from "@nihol/store/notices/mail-fact";
import { notify } from "@nihol/store/notices/notify";
import { sql } from "kysely";
import { sendMail } from "../src/handlers/mail-send.ts";
import { type MailSettings, openMailer } from "../src/mail/mailer.ts";
import type { Services } from "../src/runner/services.ts";

export async function mailWorld() {
  const db = await freshDatabase();
  await seedBuiltInRoles(db.sql);
  await writeMailFact(db.sql, true);
  const garden = await db.sql
    .insertInto("garden")
    .values({ name: json({ tg: "Боғ", ru: "Сад", en: "Orchard", az: "Bağ" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  let made = 0;
  return {
    db,
    person: (email: string, language: Language = "en") =>
      insertPerson(db.sql, {
        email,
        firstName: "Test",
        lastName: "Person",
        role: "SysAdmin",
        passwordHash: "none",
        language,
      }),
    /** A violation that somebody answers for; they are told, and a letter waits, others of its kind with it. */
    async answerFor(responsible_id: number, title: string, more: { due_date?: string } = {}) {
      const { id } = await db.sql
        .insertInto("violation")
        .values({
          kind: "fire",
          title,
          observed_on: "2026-05-14",
          garden_id: garden.id,
          responsible_id,
          number: `2026-${String(++made).padStart(4, "0")}`,
          ...more,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.sql
        .transaction()
        .execute((trx) => notify(trx, { kind: "violation_responsible", subject: "violation", id }));
      // The minute for which letters of one action gather is over.
      const due = { next_at: sql<Date>`now()` };
      await db.sql.updateTable("mail").set(due).where("attempts", "=", 0).execute();
      return id;
    },
    /** Sends what is due now, as the jobs of the reconciler do. @returns how many were tried */
    async send(settings: Partial<MailSettings>): Promise<number> {
      const mailer = openMailer({
        host: "localhost",
        port: 25,
        tls: "none",
        from: "nihol@green.example",
        auth: undefined,
        ca: undefined,
        ...settings,
      });
      const services = { db, mailer, publicUrl: "https://green.example", log: () => undefined };
      const jobs = await unsentMail(db.sql);
      for (const { data } of jobs)
        await sendMail(data as { mail: number }, {
          services: services as unknown as Services,
          signal: new AbortController().signal,
          retries: 0,
          resumed: false,
          isOutage: () => false,
        });
      return jobs.length;
    },
    /** The pause between two attempts is over. */
    afterPause: () => db.sql.updateTable("mail").set({ next_at: sql<Date>`now()` }).execute(),
    rows: () =>
      db.sql
        .selectFrom("mail")
        .select(["user_id", "state", "attempts", "problem"])
        .select(sql<boolean>`next_at > now()`.as("is_later"))
        .orderBy("id")
        .execute(),
    clear: async () => {
      await db.sql.deleteFrom("violation").execute();
      await db.sql.deleteFrom("notice").execute();
      await db.sql.deleteFrom("mail").execute();
      await db.sql.deleteFrom("user_account").execute();
    },
  };
}
