/** Letters over a real line to a real mail server: in four languages, when it is away, and when it refuses. */

import type { Language } from "@nihol/contract/values/languages";
import { mailState, retryMail } from "@nihol/store/mail/mail-rows";
import { writeWeeklyMail } from "@nihol/store/mail/week-facts";
import { writeMailFact } from "@nihol/store/notices/mail-fact";
import { notify } from "@nihol/store/notices/notify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Arrived, openLetterBox } from "./letter-box.ts";
import { certificate, key } from "./mail-certificate.ts";
import { mailWorld } from "./mail-world.ts";

let world: Awaited<ReturnType<typeof mailWorld>>;
let box: Awaited<ReturnType<typeof openLetterBox>>;
beforeAll(async () => {
  world = await mailWorld();
});
afterAll(() => world.db.close());
beforeEach(async () => {
  await world.clear();
  box = await openLetterBox();
});
afterEach(() => box.close());

const send = () => world.send({ port: box.port });
const states = async () => (await world.rows()).map(({ state }) => state);
const only = (): Arrived => {
  expect(box.letters).toHaveLength(1);
  return box.letters[0] as Arrived;
};

describe("a letter", () => {
  test.each<[Language, string, string, string]>([
    ["en", "You answer for violation 2026-", "Change this", "Nobody reads answers to it."],
    ["ru", "Вы отвечаете за нарушение № 2026-", "Изменить выбор", "«Уведомления»"],
    ["tg", "Шумо масъули вайронкунии № 2026-", "Иваз кардани интихоб", "«Хабарномаҳо»"],
    ["az", "pozuntuya siz cavabdehsiniz: Ғ & <b>", "Seçimi dəyiş", "“Bildirişlər”"],
  ])(
    "in %s says what happened, where to look, and why it comes",
    async (language, told, choose, why) => {
      const id = await world.answerFor(await world.person("one@test.example", language), "Ғ & <b>");
      expect(await send()).toBe(1);
      const { from, to, mail, raw } = only();
      expect([from, to]).toEqual(["nihol@green.example", ["one@test.example"]]);
      expect(mail.subject).toContain("Nihol: ");
      expect(mail.subject).toContain(told);
      const link = `https://green.example/admin/violation?open=${id}`;
      for (const words of [told, "Ғ & <b>", link, choose, why]) expect(mail.text).toContain(words);
      expect(mail.html).toContain(`<html lang="${language}">`);
      expect(mail.html).toContain(`<a href="${link}">`);
      expect(mail.html).toContain("Ғ &amp; &lt;b&gt;");
      expect(mail.html).not.toMatch(/<(img|script|style|link|iframe|b)\b|src=|url\(/);
      expect(raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    },
  );

  test("cannot be given another header or another recipient by what people write", async () => {
    const person = await world.person("one@test.example");
    await world.answerFor(
      person,
      "Fire\r\nBcc: thief@test.example\r\n\r\n<script>alert(1)</script>",
    );
    await send();
    const { to, mail, raw } = only();
    expect(to).toEqual(["one@test.example"]);
    expect(raw).not.toMatch(/^Bcc:/im);
    expect(mail.headers.filter(({ key: name }) => name === "bcc")).toEqual([]);
    expect(mail.subject).toContain("Fire Bcc: thief@test.example <script>");
    expect(mail.html).not.toContain("<script>");
  });

  test("goes once, and not to whoever may not see its row any more or has no account", async () => {
    const gone = await world.person("gone@test.example");
    const id = await world.answerFor(await world.person("one@test.example"), "Fire");
    await world.answerFor(gone, "Smoke");
    await world.db.sql
      .updateTable("user_account")
      .set({ is_active: false })
      .where("id", "=", gone)
      .execute();
    await send();
    await world.afterPause();
    expect([await send(), box.letters.length]).toEqual([0, 1]);
    await world.answerFor(await world.person("two@test.example"), "Dust");
    await world.db.sql.deleteFrom("violation").where("id", "!=", id).execute();
    await send();
    expect(box.letters).toHaveLength(1);
    expect(await states()).toEqual(["sent"]);
  });

  test.each<[Language, string]>([
    ["en", "I answer for a violation: 3"],
    ["ru", ": 3"],
    ["tg", ": 3"],
    ["az", ": 3"],
  ])("in %s tells of everything of one kind that waits for somebody", async (language, subject) => {
    const person = await world.person("one@test.example", language);
    const other = await world.person("two@test.example", language);
    const ids = [
      await world.answerFor(person, "Fire"),
      await world.answerFor(person, "Smoke"),
      await world.answerFor(person, "Dust"),
    ];
    await world.answerFor(other, "Flood");
    expect(await send()).toBe(2);
    expect(box.letters.map(({ to }) => to)).toEqual([["one@test.example"], ["two@test.example"]]);
    const { mail } = box.letters[0] as Arrived;
    expect(mail.subject).toContain(subject);
    for (const id of ids) expect(mail.text).toContain(`/admin/violation?open=${id}`);
    for (const title of ["Fire", "Smoke", "Dust"]) expect(mail.text).toContain(title);
    expect(mail.text).not.toContain("Flood");
    expect(await states()).toEqual(["sent", "sent", "sent", "sent"]);
    await world.afterPause();
    expect([await send(), box.letters.length]).toEqual([0, 2]);
  });

  test("waits a minute for others of its action", async () => {
    const person = await world.person("one@test.example");
    const id = await world.answerFor(person, "Fire");
    await send();
    const told = { kind: "violation_responsible", subject: "violation", id } as const;
    await world.db.sql.transaction().execute((trx) => notify(trx, told));
    expect(await world.rows()).toMatchObject([{ state: "sent" }, { is_later: true }]);
    expect(await send()).toBe(0);
    await world.afterPause();
    expect(await send()).toBe(1);
  });

  test("is not written where nothing is mailed, and those that wait go when that ends", async () => {
    const person = await world.person("one@test.example");
    await world.answerFor(person, "Fire");
    await writeMailFact(world.db.sql, false);
    try {
      expect(await states()).toEqual([]);
      await world.answerFor(person, "Smoke");
      expect(await states()).toEqual([]);
    } finally {
      await writeMailFact(world.db.sql, true);
    }
  });
});

describe("a mail server", () => {
  test("that is away loses nothing: letters wait, and each arrives once when it is back", async () => {
    const { port } = box;
    await box.close();
    await world.answerFor(await world.person("one@test.example"), "Fire");
    await world.answerFor(await world.person("two@test.example"), "Smoke");
    expect(await send()).toBe(2);
    expect(await world.rows()).toMatchObject([
      { state: "waiting", attempts: 1, is_later: true },
      { state: "waiting", attempts: 0, is_later: true, problem: null },
    ]);
    expect(await mailState(world.db.sql)).toMatchObject({
      waiting: 2,
      refused: 0,
      problem: expect.stringContaining("ECONNREFUSED"),
    });
    expect(await send()).toBe(0);
    for (let again = 0; again < 8; again++) {
      await world.afterPause();
      await send();
    }
    expect(await states()).toEqual(["waiting", "waiting"]);
    box = await openLetterBox({}, port);
    await world.afterPause();
    expect(await send()).toBe(2);
    expect(await states()).toEqual(["sent", "sent"]);
    await world.afterPause();
    expect([await send(), box.letters.length]).toEqual([0, 2]);
    expect(new Set(box.letters.map(({ mail }) => mail.messageId)).size).toBe(2);
  });

  test("is asked three times when it refuses one person, which is shown; the others get theirs", async () => {
    box.refused.set("nobody@test.example", 550);
    await world.answerFor(await world.person("nobody@test.example"), "Fire");
    await world.answerFor(await world.person("one@test.example"), "Smoke");
    for (let tries = 0; tries < 4; tries++) {
      await send();
      await world.afterPause();
    }
    expect(box.letters.map(({ to }) => to)).toEqual([["one@test.example"]]);
    expect(await world.rows()).toMatchObject([
      { state: "refused", attempts: 3, problem: expect.stringContaining("No such person here") },
      { state: "sent" },
    ]);
    expect(await mailState(world.db.sql)).toMatchObject({ waiting: 0, refused: 1 });
    box.refused.clear();
    await retryMail(world.db.sql);
    await send();
    expect(await states()).toEqual(["sent", "sent"]);
  });

  test("is asked for days when it asks to come later, then no more", async () => {
    box.refused.set("one@test.example", 450);
    await world.answerFor(await world.person("one@test.example"), "Fire");
    for (let tries = 0; tries < 5; tries++) {
      await send();
      await world.afterPause();
    }
    expect(await world.rows()).toMatchObject([{ state: "waiting", attempts: 5 }]);
    const created_at = new Date(Date.now() - 6 * 86_400_000);
    await world.db.sql.updateTable("mail").set({ created_at }).execute();
    await send();
    expect(await states()).toEqual(["refused"]);
  });

  test("is spoken to over a secret line with a certificate that is known, and signed in to", async () => {
    await box.close();
    const auth = { user: "nihol", pass: "a password of the tests" };
    const options = {
      ...{ key, cert: certificate, authOptional: false, disabledCommands: [] },
      onAuth(
        { username, password }: { username?: string; password?: string | null },
        _: unknown,
        done: (error: Error | null, answer?: { user: string }) => void,
      ) {
        const isRight = username === auth.user && password === auth.pass;
        done(isRight ? null : new Error("wrong"), isRight ? { user: auth.user } : undefined);
      },
    };
    box = await openLetterBox(options);
    await world.answerFor(await world.person("one@test.example"), "Fire");
    const { port } = box;
    for (const wrong of [
      { tls: "starttls", auth },
      { tls: "starttls", ca: certificate, auth: { ...auth, pass: "another" } },
    ] as const) {
      await world.send({ port, ...wrong });
      expect(box.letters).toEqual([]);
      expect(await states()).toEqual(["waiting"]);
      await world.afterPause();
    }
    await world.send({ port, tls: "starttls", ca: certificate, auth });
    expect(only()).toMatchObject({ isSecure: true, user: "nihol" });
  });

  test("is told nothing when it offers no secret line where one is asked for", async () => {
    await world.answerFor(await world.person("one@test.example"), "Fire");
    await world.send({ port: box.port, tls: "starttls" });
    expect([box.letters, await states()]).toEqual([[], ["waiting"]]);
  });

  test("is spoken to over TLS from the first byte", async () => {
    await box.close();
    box = await openLetterBox({ secure: true, key, cert: certificate });
    await world.answerFor(await world.person("one@test.example"), "Fire");
    await world.send({ port: box.port, tls: "tls", ca: certificate });
    expect(only().isSecure).toBe(true);
  });
});

describe("the overview of a week", () => {
  /** A Monday, and the days of its week. */
  const monday = "2026-05-11";
  const longAgo = new Date("2026-01-01T00:00:00Z");
  const member = async (email: string, language: Language = "en") => {
    const id = await world.person(email, language);
    await world.db.sql
      .updateTable("user_account")
      .set({ created_at: longAgo })
      .where("id", "=", id)
      .execute();
    return id;
  };
  const silence = () => world.db.sql.deleteFrom("mail").execute();

  test("goes out once, from Monday to Wednesday, with what is theirs and when something is", async () => {
    const one = await member("one@test.example");
    await member("two@test.example");
    await world.answerFor(one, "Fire by the fence", { due_date: "2026-05-13" });
    await world.answerFor(one, "Far off", { due_date: "2026-07-01" });
    await silence();
    expect(await writeWeeklyMail(world.db.sql, "2026-05-10")).toBe(0);
    expect(await writeWeeklyMail(world.db.sql, "2026-05-14")).toBe(0);
    expect(await writeWeeklyMail(world.db.sql, "2026-05-12")).toBe(1);
    expect(await writeWeeklyMail(world.db.sql, "2026-05-13")).toBe(0);
    expect((await states()).sort()).toEqual(["empty", "waiting"]);
    await send();
    const { to, mail } = only();
    expect(to).toEqual(["one@test.example"]);
    expect(mail.subject).toBe("Nihol: Your week from 11/05/2026");
    expect(mail.text).toContain("Violations with a deadline: 1");
    expect(mail.text).toMatch(
      /- Violation 2026-\d+: Fire by the fence, deadline 13\/05\/2026\n {2}https:/,
    );
    expect(mail.text).not.toContain("Far off");
    expect(await writeWeeklyMail(world.db.sql, "2026-05-18")).toBe(1);
  });

  test("is not for those who do not want it, nor for who came after its Monday", async () => {
    const one = await member("one@test.example");
    const two = await world.person("two@test.example");
    for (const person of [one, two])
      await world.answerFor(person, "Fire", { due_date: "2026-05-13" });
    await silence();
    const wants = (weekly_mail: boolean) =>
      world.db.sql.updateTable("user_account").set({ weekly_mail }).where("id", "=", one).execute();
    await wants(false);
    expect(await writeWeeklyMail(world.db.sql, monday)).toBe(0);
    await wants(true);
    expect(await writeWeeklyMail(world.db.sql, monday)).toBe(1);
  });

  test("brings the news that waited for it, in the reader's language", async () => {
    const one = await member("one@test.example", "az");
    const way = { user_id: one, kind: "violation_responsible", way: "digest" } as const;
    await world.db.sql.insertInto("notice_choice").values(way).execute();
    await world.answerFor(one, "Yanğın");
    expect(await states()).toEqual([]);
    await world.db.sql
      .updateTable("notice")
      .set({ created_at: new Date(`${monday}T00:00:00Z`) })
      .execute();
    await writeWeeklyMail(world.db.sql, monday);
    await send();
    const { mail } = only();
    expect(mail.subject).toBe("Nihol: Həftəniz: 11.05.2026");
    expect(mail.text).toMatch(/Yeniliklər\n- № 2026-\d+ pozuntuya siz cavabdehsiniz: Yanğın/);
    expect(mail.html).toContain("<h2>Yeniliklər</h2>");
  });
});
