/** Notices: who is told of what, who may read it later, and how they wish to hear of it. */

import type { NoticeChoice } from "@nihol/contract/notices";
import { noticeKinds, wayAtFirst } from "@nihol/contract/values/notices";
import { seeAsHeader } from "@nihol/contract/values/paths";
import { json } from "@nihol/db/json";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { kindsOf, noticesOf, noticeWorld, type Person, unreadOf } from "../support/notice-world.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";
import { violationBody } from "../support/violation-fixture.ts";

let server: TestApp;
let world: Awaited<ReturnType<typeof noticeWorld>>;
beforeAll(async () => {
  server = await testApp();
  world = await noticeWorld(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.sql.deleteFrom("notice").execute();
  await server.db.sql.deleteFrom("notice_choice").execute();
});

/** People who were told anything, by their names in the world. */
async function told() {
  const rows = await server.db.sql.selectFrom("notice").select(["user_id", "kind"]).execute();
  const people: [string, Person][] = Object.entries(world.people);
  return people
    .flatMap(([name, { id }]) =>
      rows.filter(({ user_id }) => user_id === id).map(({ kind }) => `${name} ${kind}`),
    )
    .sort();
}
const forget = () => server.db.sql.deleteFrom("notice").execute();
const choose = ({ call }: Person, body: object) =>
  call<NoticeChoice>("PATCH", "/notice/choice", body);

describe("planting", () => {
  test("a task is told to the people of its organization who may see it, and to nobody else", async () => {
    const task = await world.give();
    expect(await told()).toEqual(["colleague task_given", "planter task_given"]);
    const [notice] = await noticesOf(world.planter);
    expect(notice).toMatchObject({ subject: "task", subject_id: task.id, read_at: null });
    expect(notice?.facts).toMatchObject({ number: task.id, due: task.dueDate });
    expect(notice?.facts.garden).toEqual(task.garden.name);
  });

  test("another organization that a task is given to hears of it, the one before does not again", async () => {
    const { id } = await world.give();
    await forget();
    const body = { garden: world.otherGarden, ministry: world.other };
    expect((await world.giver.call("PATCH", `/plant-tree-task/${id}`, body)).status).toBe(200);
    expect(await told()).toEqual(["stranger task_given"]);
  });

  test("a report goes to who may accept it; what becomes of it, to who made it and handed it in", async () => {
    const { id } = await world.give();
    await forget();
    await world.handIn(id);
    expect(await told()).toEqual(["giver report_submitted", "reviewer report_submitted"]);
    await forget();
    await world.decide(id, "needs_changes");
    expect(await told()).toEqual(["planter report_returned"]);
    await forget();
    await world.planter.call("POST", `/plant-tree-task/${id}/status`, {
      status: "submitted",
      comment: "",
    });
    await world.decide(id, "completed");
    expect((await told()).filter((one) => one.startsWith("planter"))).toEqual([
      "planter report_accepted",
    ]);
  });

  test("warnings about a report are told when it is handed in, once for the same ones", async () => {
    const { id } = await world.give();
    await server.db.sql
      .updateTable("garden")
      .set({ area_m2: 50, bbox: [69, 38, 69.0001, 38.0001] })
      .where("id", "=", world.garden)
      .execute();
    await server.db.sql
      .updateTable("planting_task")
      .set({ spacing_m: 5 })
      .where("id", "=", id)
      .execute();
    await forget();
    await world.handIn(id);
    expect(await kindsOf(world.reviewer)).toEqual(["evidence_warning", "report_submitted"]);
    expect((await noticesOf(world.reviewer))[0]?.facts.n).toBe(1);
    await world.decide(id, "needs_changes");
    await world.planter.call("POST", `/plant-tree-task/${id}/status`, {
      status: "submitted",
      comment: "",
    });
    expect(await kindsOf(world.reviewer)).toEqual([
      "report_submitted",
      "evidence_warning",
      "report_submitted",
    ]);
  });

  test("a contractor is told of its task, of what becomes of its report, and does not review it", async () => {
    const kind = await server.db.sql
      .insertInto("organization_type")
      .values({ name: json({ tg: "а", ru: "а", en: "a", az: "a" }), contractor: true })
      .returning("id")
      .executeTakeFirstOrThrow();
    await server.db.sql
      .updateTable("ministry")
      .set({ organization_type_id: kind.id })
      .where("id", "=", world.other)
      .execute();
    const boss = await server.person("Contractor boss", {
      permissions: grants({ planttreetask: "vc", planttreetaskreport: "va" }),
      ministryId: world.other,
    });
    const { id } = await world.give();
    await forget();
    const body = { contractor: world.other };
    expect((await world.giver.call("PATCH", `/plant-tree-task/${id}`, body)).status).toBe(200);
    expect(await told()).toEqual(["stranger task_given"]);
    await world.handIn(id);
    expect(await kindsOf(boss)).toEqual(["task_given"]);
  });

  test("a person named in a comment is told by whom, once", async () => {
    const { id } = await world.give();
    await forget();
    const body = { body: `@[${world.planter.id}] look, @[${world.planter.id}]` };
    await world.giver.call("POST", `/plant-tree-task/${id}/comment`, body);
    expect(await told()).toEqual(["planter mention"]);
    const [notice] = await noticesOf(world.planter);
    expect(notice).toMatchObject({ subject: "task", subject_id: id });
    expect(notice?.facts.author).toMatch(/^Test Notice role/);
  });

  test("a notice that cannot be told does not undo what happened", async () => {
    await sql`alter table notice add constraint closed check (kind <> 'task_given')`.execute(
      server.db.sql,
    );
    const warned = new Promise<Error>((resolve) => {
      process.on("warning", function listen(warning) {
        if (warning.name !== "NoticeNotWritten") return;
        process.off("warning", listen);
        resolve(warning);
      });
    });
    try {
      const { id } = await world.give();
      expect((await world.giver.call("GET", `/plant-tree-task/${id}`)).status).toBe(200);
      // The log holds nothing of the row that would have been written.
      const { message } = await warned;
      expect(message).toBe(`task_given of task ${id}: code 23514, table notice`);
      expect(await told()).toEqual([]);
    } finally {
      await sql`alter table notice drop constraint closed`.execute(server.db.sql);
    }
  });
});

describe("violations", () => {
  const write = async (more: object = {}) =>
    (
      await world.giver.call<{ id: number }>(
        "POST",
        "/violation",
        violationBody({ point: null, garden: world.garden, ...more }),
      )
    ).body.id;
  const move = (id: number, from: string, to: string, more: object = {}) =>
    world.giver.call("POST", `/violation/${id}/state`, { from, to, comment: "why", ...more });

  test("is told to the organization that is to act and to the one whose garden it is", async () => {
    await write({ ministry: world.other });
    expect(await told()).toEqual([
      "blind violation_opened",
      "colleague violation_opened",
      "planter violation_opened",
      "stranger violation_opened",
    ]);
  });

  test("referred, it is told to that organization; answered, to who opened it and who answers for it", async () => {
    const id = await write();
    const responsible = { responsible: world.planter.id };
    await forget();
    await world.giver.call("PATCH", `/violation/${id}`, responsible);
    expect(await told()).toEqual(["planter violation_responsible"]);
    await move(id, "new", "under_review");
    await move(id, "under_review", "confirmed");
    await forget();
    await move(id, "confirmed", "referred", { ministry: world.mine });
    expect(await told()).toEqual([
      "blind violation_referred",
      "colleague violation_referred",
      "planter violation_referred",
    ]);
    await forget();
    await world.colleague.call("POST", `/violation/${id}/comment`, { body: "Mended" });
    expect(await told()).toEqual(["giver violation_answered", "planter violation_answered"]);
  });
});

test("a period of reports is told to who may approve it, and what becomes of it to who submitted it", async () => {
  const may = { report: "vac" };
  const clerk = await server.person("Period clerk", { permissions: grants({ report: "va" }) });
  const head = await server.person("Period head", { permissions: grants(may) });
  const scope = { permissions: grants({ report: "vc" }), ministryId: world.mine };
  const elsewhere = await server.person("Period head of a ministry", scope);
  const days = { from: "2026-04-01", to: "2026-04-30" };
  const { body: period } = await clerk.call<{ id: number }>("POST", "/report-period", days);
  const [notice] = await noticesOf(head);
  expect(notice).toMatchObject({ kind: "approval_wanted", subject: "period", facts: days });
  expect(await kindsOf(elsewhere)).toEqual([]);
  const decide = (decision: string, { call }: Person) =>
    call("POST", `/report-period/${period.id}/${decision}`, { comment: "why" });
  await decide("return", head);
  await decide("submit", clerk);
  await decide("approve", head);
  expect(await kindsOf(clerk)).toEqual(["period_approved", "period_returned"]);
  expect(await kindsOf(head)).toEqual(["approval_wanted", "approval_wanted"]);
});

describe("reading", () => {
  test("whoever may no longer see the row is not shown what was told of it", async () => {
    await world.give();
    expect([await kindsOf(world.planter), await unreadOf(world.planter)]).toEqual([
      ["task_given"],
      1,
    ]);
    const ofMinistry = (ministry_id: number) =>
      server.db.sql
        .updateTable("user_account")
        .set({ ministry_id })
        .where("id", "=", world.planter.id)
        .execute();
    await ofMinistry(world.other);
    expect([await kindsOf(world.planter), await unreadOf(world.planter)]).toEqual([[], 0]);
    await ofMinistry(world.mine);
    expect(await unreadOf(world.planter)).toBe(1);
  });

  test("notices of a row go from sight with it", async () => {
    const { id } = await world.give();
    await world.giver.call("DELETE", `/plant-tree-task/${id}`);
    expect(await kindsOf(world.planter)).toEqual([]);
  });

  test("a notice is read and unread, all at once, by its owner alone", async () => {
    await world.give();
    await world.give();
    const [first] = await noticesOf(world.planter);
    const mark = ({ call }: Person, body: object) => call("POST", "/notice/read", body);
    await mark(world.colleague, { ids: [first?.id] });
    expect(await unreadOf(world.planter)).toBe(2);
    expect((await mark(world.planter, { ids: [first?.id] })).status).toBe(204);
    expect(await unreadOf(world.planter)).toBe(1);
    expect((await noticesOf(world.planter, "?unread=false")).map(({ id }) => id)).toEqual([
      first?.id,
    ]);
    await mark(world.planter, { ids: [first?.id], read: false });
    expect(await unreadOf(world.planter)).toBe(2);
    await mark(world.planter, {});
    expect([await unreadOf(world.planter), await unreadOf(world.colleague)]).toEqual([0, 2]);
  });

  test("the list has pages, and one kind alone", async () => {
    const { id } = await world.give();
    await world.give();
    await world.handIn(id);
    expect(await kindsOf(world.reviewer, "?kind=report_submitted")).toEqual(["report_submitted"]);
    const page = await world.planter.call<{ count: number; next: string }>(
      "GET",
      "/notice?page_size=1",
    );
    expect(page.body).toMatchObject({ count: 2, next: "/api/notice?page_size=1&page=2" });
    expect(await noticesOf(world.planter, "?page=2&page_size=1")).toHaveLength(1);
  });

  test("since the last visit: what came after it, and what is unread of before", async () => {
    const { call, id } = world.planter;
    await world.give();
    const first = await noticesOf(world.planter);
    const since = async () => (await noticesOf(world.planter, "?since_last_visit=true")).length;
    expect(await since()).toBe(first.length);
    await call("POST", "/notice/read", { ids: first.map((notice) => notice.id), read: true });
    // Read, but of today: at the first visit nothing lies before it.
    expect(await since()).toBe(first.length);
    await server.db.sql
      .updateTable("user_account")
      .set({ previous_login: new Date() })
      .where("id", "=", id)
      .execute();
    expect(await since()).toBe(0);
    await world.give();
    expect(await since()).toBe(1);
  });

  test("seen as a role that may not see tasks, nothing is told of them", async () => {
    const role = await server.db.sql
      .selectFrom("user_account")
      .where("id", "=", world.blind.id)
      .select("group_id")
      .executeTakeFirstOrThrow();
    const master = await server.person("MasterAdmin");
    const { id } = await world.give();
    await forget();
    await world.handIn(id);
    expect(await unreadOf(master)).toBe(1);
    const as = { [seeAsHeader]: String(role.group_id) };
    const seen = await master.call<{ unread: number }>("GET", "/notice/count", undefined, as);
    expect(seen.body).toEqual({ unread: 0, subjects: {} });
  });
});

describe("choice", () => {
  test("is at first what the contract says, and is kept kind by kind", async () => {
    const { body } = await world.planter.call<NoticeChoice>("GET", "/notice/choice");
    expect(body).toMatchObject({ email: world.planter.email, weekly: true, mail: false });
    expect(body.ways).toEqual(
      Object.fromEntries(noticeKinds.map((kind) => [kind, wayAtFirst(kind)])),
    );
    const changed = await choose(world.planter, { ways: { task_due: "digest" }, weekly: false });
    expect(changed.body).toEqual({
      ...body,
      weekly: false,
      ways: { ...body.ways, task_due: "digest" },
    });
    await choose(world.planter, { ways: { task_due: "app" }, weekly: true });
    const { body: after } = await world.planter.call<NoticeChoice>("GET", "/notice/choice");
    expect(after.ways).toMatchObject({ ...body.ways, task_due: "app" });
  });

  test("whoever does not want a kind is not told of it; the others are", async () => {
    await choose(world.planter, { ways: { task_given: "off" } });
    await world.give();
    expect(await told()).toEqual(["colleague task_given"]);
  });

  test("a kind or a way that is not offered is refused", async () => {
    expect((await choose(world.planter, { ways: { rain: "app" } })).status).toBe(400);
    expect((await choose(world.planter, { ways: { task_due: "pigeon" } })).status).toBe(400);
  });
});

describe("mail that does not arrive", () => {
  test("is shown to administrators alone, and sent again by them", async () => {
    const master = await server.person("MasterAdmin");
    await server.db.sql
      .insertInto("mail")
      .values({
        user_id: world.planter.id,
        week: "2026-05-11",
        state: "refused",
        attempts: 3,
        problem: "550 No such person",
      })
      .execute();
    const { body } = await master.call("GET", "/mail");
    const refusals = [{ email: world.planter.email, problem: "550 No such person" }];
    expect(body).toMatchObject({ waiting: 0, problem: null, refused: 1, refusals });
    expect((await world.giver.call("GET", "/mail")).status).toBe(403);
    expect((await world.giver.call("POST", "/mail/retry")).status).toBe(403);
    expect((await master.call("POST", "/mail/retry")).status).toBe(204);
    expect((await master.call("GET", "/mail")).body).toMatchObject({ waiting: 1, refused: 0 });
  });
});
