/** A ministry that reports 1,000 trees tries to prove them with images, looks, plots and corrections of its own. */

import type { Garden, GardenAnalytics } from "@nihol/contract/gardens";
import type { PlantingVerdict } from "@nihol/contract/planting/verdicts";
import type { Report } from "@nihol/contract/reports/reports";
import { languages } from "@nihol/contract/values/languages";
import { today } from "@nihol/contract/values/planting/programme-day";
import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { json } from "@nihol/db/json";
import { text } from "@nihol/locales/text";
import { proposeVerdict } from "@nihol/store/verdicts/verdict-rows";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { wordsOf } from "../../../src/shared/files/words.ts";
import { pdfPages } from "../../support/documents/pdf-text.ts";
import { day, plantingFixture } from "../../support/planting-fixture.ts";
import { grants } from "../../support/test-app.ts";
import { insertImage, plant } from "../../support/tree-fixture.ts";
import { verdictWorld } from "./verdict-world.ts";

const world = await verdictWorld();
const { server, giver, submittedTask, verdictOf, counter, ministry } = world;
const db = server.db.sql;
const brigade = await server.person("Reviewer", { ministryId: ministry });
const other = await server.person("Reviewer");
afterAll(() => server.close());

const REPORTED = 1000;
/** In a month with leaves. */
const taken = `${Number(day(0).slice(0, 4)) - 1}-07-01`;
const task = () => submittedTask(3000, REPORTED);
type Task = Awaited<ReturnType<typeof task>>;

/** An image over the garden with so many trees of 3.5 m, asked for by a person. */
async function image(of: Task, date: string, trees: number, by: { id: number } | null) {
  const ground = { west: of.west, south: 38.5, side: 0.002, date, ...(by && { by: by.id }) };
  const id = await insertImage(server.db, { ...ground, range: [0.9, 1.1] });
  await db
    .updateTable("whole_image")
    .set({ model_range_low: 0.3, model_range_high: 3, smallest_crown_m: 1 })
    .where("id", "=", id)
    .execute();
  const side = Math.ceil(Math.sqrt(trees));
  const spots = Array.from({ length: trees }, (_, i) => ({
    lon: of.west + (0.002 * ((i % side) + 0.5)) / side,
    lat: 38.5 + (0.002 * (Math.floor(i / side) + 0.5)) / side,
    garden: of.garden,
  }));
  await plant(server.db, id, ground, spots);
  return id;
}
const before = (of: Task, by: { id: number } | null = counter) => image(of, day(-3100), 0, by);
const after = (of: Task, trees: number, by: { id: number } | null = counter) =>
  image(of, taken, trees, by);

async function propose(id: number) {
  await proposeVerdict(db, id, today());
  return (await verdictOf(id, giver)).body;
}
const reasonOf = ({ proposal }: Awaited<ReturnType<typeof propose>>, code: string) =>
  proposal?.reasons.find((one) => one.code === code);

test("an image that somebody else gave proves a report, one that its own side gave does not", async () => {
  const honest = await task();
  await before(honest);
  await after(honest, REPORTED);
  const proved = await propose(honest.id);
  expect(proved.proposed).toBe("agrees");
  expect(reasonOf(proved, "image_count")?.figures).not.toHaveProperty("given_by_side");

  for (const by of [brigade, null]) {
    const own = await task();
    await before(own);
    await after(own, REPORTED, by);
    const verdict = await propose(own.id);
    expect(verdict.proposed).not.toBe("agrees");
    expect(verdict.proposal?.chance).toBeLessThanOrEqual(0.5);
    expect(verdict.standing).toBeNull();
    expect(reasonOf(verdict, "image_count")).toMatchObject({
      says: "silent",
      figures: { given_by_side: "image", counted: REPORTED },
    });
    expect(verdict.image_hands).toMatchObject([
      { kind: "given_dated", own_side: true },
      { kind: "given_dated", own_side: false },
    ]);
  }
});

test("an empty image from before planting that its own side gave hides no older trees", async () => {
  const own = await task();
  await before(own, brigade);
  await after(own, REPORTED);
  const verdict = await propose(own.id);
  expect(verdict.proposed).not.toBe("agrees");
  expect(reasonOf(verdict, "image_count")).toMatchObject({
    says: "silent",
    figures: { before_given_by_side: "image" },
  });
});

test("an image of its own side still speaks against a report", async () => {
  const own = await task();
  await before(own);
  await after(own, 20, brigade);
  const verdict = await propose(own.id);
  expect(verdict.proposal?.chance).toBeLessThan(0.1);
  expect(reasonOf(verdict, "image_count")?.says).toBe("against");
});

test("plots, looks and corrections of its own side are left out of another's image, and named", async () => {
  const own = await task();
  await before(own);
  const id = await after(own, 300);
  const counted = async () => {
    const { facts } = await db
      .selectFrom("planting_verdict")
      .where("task_id", "=", own.id)
      .select("facts")
      .executeTakeFirstOrThrow();
    return (facts as { captures: { image: number; crowns: number[] }[] }).captures.find(
      (one) => one.image === id,
    );
  };
  await propose(own.id);
  const honest = await counted();

  // The side adds trees, takes one out, calls the ground whole and right, and counts plots that agree.
  const trees = await db
    .selectFrom("tree")
    .where("whole_image_id", "=", id)
    .selectAll()
    .orderBy("id")
    .limit(1)
    .execute();
  const [taken] = trees;
  const state = { ...taken, green: "green", review: "new" };
  const correction = { whole_image_id: id, fragment: 1, newest_tree_id: 0 };
  const { rows: made } = await sql<{ id: number }>`
    insert into tree (whole_image_id, fragment, zc, lon, lat, captured_on, score, green, veg_index,
      veg_index_name, area_m2, box, crown, garden_id, review)
    select whole_image_id, fragment, zc, lon, lat, captured_on, score, green, veg_index,
      veg_index_name, area_m2, box, crown, garden_id, 3
    from tree where whole_image_id = ${id} returning id`.execute(db);
  await db
    .insertInto("tree_correction")
    .values([
      ...made.map((tree) => ({
        ...{ ...correction, tree_id: tree.id, action: "add" as const, before: null },
        ...{ after: json(state as never), corrected_by: brigade.id },
      })),
      {
        ...{ ...correction, tree_id: taken?.id ?? 0, action: "delete" as const, after: null },
        ...{ before: json(state as never), corrected_by: brigade.id },
      },
    ])
    .execute();
  await db
    .deleteFrom("tree")
    .where("id", "=", taken?.id ?? 0)
    .execute();
  await db
    .insertInto("fragment")
    .values({
      ...{ whole_image_id: id, n: 1, fx: 0, fy: 0, block: 1, status: "done", review: "accepted" },
      ...{ bbox: [own.west, 38.5, own.west + 0.002, 38.502], checked: true },
      ...{ reviewed_by: brigade.id, reviewed_at: new Date() },
    })
    .execute();
  await db.insertInto("calibration").values({ whole_image_id: id, wanted: 1 }).execute();
  await db
    .insertInto("calibration_window")
    .values({
      ...{ whole_image_id: id, n: 1, cell: 1, is_occupied: true, marks: [1, 1] },
      ...{ counted_by: brigade.id, counted_at: new Date() },
    })
    .execute();
  await db
    .updateTable("whole_image")
    .set({ checked_ground: 1, range_basis: "calibration", range_low: 0.99, range_high: 1.01 })
    .where("id", "=", id)
    .execute();
  const verdict = await propose(own.id);
  expect(await counted()).toEqual({
    ...honest,
    ...{ rangeLow: 0.3, rangeHigh: 3, checkedShare: 0 },
    ownWork: { corrections: 301, plots: 1, checks: 1 },
  });
  expect(reasonOf(verdict, "image_count")?.figures).toMatchObject({
    ...{ counted: 300, own_corrections: 301, own_plots: 1, own_checks: 1 },
  });

  // Somebody else looks the same ground over: from then on it is exact, and the verdict is due.
  await db
    .updateTable("fragment")
    .set({ reviewed_by: other.id })
    .where("whole_image_id", "=", id)
    .execute();
  const { stale } = (await verdictOf(own.id, giver)).body;
  expect(stale).toBe(true);
  await propose(own.id);
  expect(await counted()).toMatchObject({ checkedShare: 1 });
});

test("lessons and a threshold of its own side count as given by it", async () => {
  for (const part of ["lessons", "threshold"] as const) {
    const own = await task();
    await before(own);
    const id = await after(own, REPORTED);
    if (part === "threshold") {
      const set = { threshold: 0.05, threshold_by: brigade.id, threshold_at: new Date() };
      await db
        .updateTable("imagery_process")
        .set(set)
        .where("id", "=", sql<number>`(select process_id from whole_image where id = ${id})`)
        .execute();
    } else {
      const ground = await db
        .insertInto("ground")
        .values({ name: "Steppe" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const lessons = await db
        .insertInto("ground_lessons")
        .values({
          ...{ ground_id: ground.id, n: 1, learned_by: brigade.id, network: "a", is_better: true },
          ...{ lessons: json({}), counts: json([]), images: [] },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .updateTable("whole_image")
        .set({ lessons_id: lessons.id })
        .where("id", "=", id)
        .execute();
    }
    const verdict = await propose(own.id);
    expect(verdict.proposed).not.toBe("agrees");
    expect(reasonOf(verdict, "image_count")?.figures).toMatchObject({ given_by_side: part });
    const set = { kind: part, image: id, name: "Test Reviewer", own_side: true };
    expect(verdict.image_hands).toContainEqual(expect.objectContaining(set));
  }
});

test("images that a person rejected or dated otherwise than their files are named", async () => {
  const own = await task();
  await before(own);
  const dated = await after(own, REPORTED);
  await db
    .updateTable("imagery_process")
    .set({
      facts: sql`facts || '{"captureDate": {"precision": "day", "date": "2019-05-01", "basis": "tag"}}'::jsonb`,
    })
    .where("id", "=", sql<number>`(select process_id from whole_image where id = ${dated})`)
    .execute();
  const rejected = await image(own, `${taken.slice(0, 8)}15`, 0, counter);
  const reject = (by: number) =>
    db
      .updateTable("whole_image")
      .set({ review: "rejected", review_reason: "other", reviewed_by: by })
      .set({ reviewed_at: new Date(), published_at: null })
      .where("id", "=", rejected)
      .execute();
  await reject(other.id);
  const verdict = await propose(own.id);
  expect(verdict.proposed).toBe("agrees");
  const at = { image: dated, captured_on: taken, stated_on: "2019-05-01" };
  expect(reasonOf(verdict, "image_dated")?.figures).toMatchObject(at);
  expect(reasonOf(verdict, "image_rejected")?.figures).toMatchObject({ image: rejected });
  expect(verdict.image_hands).toMatchObject([
    { kind: "rejected", image: rejected, name: "Test Reviewer", organization: null },
    { kind: "dated", before: "2019-05-01", name: "Test MasterAdmin", own_side: false },
    { kind: "given", image: dated },
    { kind: "given_dated", before: null },
  ]);
  // Rejected by the side whose report it may have spoken against: no report agrees by what is left.
  await reject(brigade.id);
  const hidden = await propose(own.id);
  expect(hidden.proposed).toBe("unclear");
  expect(reasonOf(hidden, "image_rejected_own")).toBeDefined();
});

test("a case and its act say who gave what, and names to those alone who may know them", async () => {
  const own = await task();
  await before(own);
  const id = await after(own, 20, brigade);
  await propose(own.id);
  // Without the right to images, whose files are none here.
  const openers = grants({ violation: "va", planttreetask: "v", user: "v" });
  const opener = await server.person("Opener", { permissions: openers });
  const opened = await opener.call<ViolationDetail>("POST", "/violation", {
    ...{ kind: "other", title: "Not planted", observed_on: day(-1), ministry },
    ...{ garden: own.garden, opened_from: { task: own.id } },
  });
  expect(opened.status).toBe(201);
  const { evidence: kept } = await db
    .selectFrom("violation")
    .where("id", "=", opened.body.id)
    .select("evidence")
    .executeTakeFirstOrThrow();
  const handOf = (evidence: ViolationDetail["evidence"]) =>
    evidence?.kind === "task" ? evidence.image_hands?.find((one) => one.image === id) : undefined;
  // A case keeps the account alone, so that a person who is forgotten is forgotten there, too.
  expect(handOf(kept)).toMatchObject({ name: null, person: brigade.id });
  const hand = handOf(opened.body.evidence);
  expect(hand).toMatchObject({ kind: "given_dated", name: "Test Reviewer", own_side: true });
  expect(hand).not.toHaveProperty("person");

  const rights = { violation: "v", planttreetask: "v" };
  const blind = await server.person("Blind", { permissions: grants(rights), ministryId: ministry });
  const path = `/violation/${opened.body.id}`;
  const shown = handOf((await blind.call<ViolationDetail>("GET", path)).body.evidence);
  expect(shown).toMatchObject({ name: null, organization: hand?.organization });
  expect((await verdictOf(own.id, blind.call)).body.image_hands.map(({ name }) => name)).toEqual([
    null,
    null,
  ]);
  const near = grants({ ...rights, user: "v" });
  const colleague = await server.person("Colleague", { permissions: near, ministryId: ministry });
  const named = (await verdictOf(own.id, colleague.call)).body.image_hands;
  expect(named.map(({ name }) => name)).toEqual(["Test Reviewer", null]);

  const plain = (words: string) => words.replaceAll(/\s+/g, "");
  const actOf = async (email: string, language: string) => {
    const { access } = await server.tokensOf(email);
    const { rawPayload } = await server.app.inject({
      url: `/api${path}/act?language=${language}`,
      headers: { authorization: `Bearer ${access}` },
    });
    return plain(pdfPages(rawPayload).join(""));
  };
  for (const language of languages) {
    const { date, name } = wordsOf(language, "Asia/Dushanbe");
    const said = (who: string) => {
      const days = { date: date(taken), on: date(today()) };
      return plain(
        text(language, "verdicts.change_given_dated", { image: String(id), ...days, who }),
      );
    };
    const organization = name(hand?.organization);
    const who = text(language, "verdicts.hand_who", { name: "Test Reviewer", organization });
    expect(await actOf(opener.email, language)).toContain(said(who));
    const unnamed = await actOf(blind.email, language);
    expect(unnamed).toContain(said(organization));
    expect(unnamed).not.toContain("TestReviewer");
  }
});

test("an image that another ministry gave is named wherever a figure rests on it", async () => {
  const names = { en: "Foreign ministry", ru: "Чужое", tg: "Бегона", az: "" };
  const foreign = await plantingFixture(server).insert("ministry", { name: json(names) });
  const stranger = await server.person("Reviewer", { ministryId: foreign });
  const own = await task();
  await before(own, brigade);
  await after(own, 20, stranger);
  const { captures } = (await giver<GardenAnalytics>("GET", `/garden/${own.garden}/analytics`))
    .body;
  expect(captures.map(({ given_by }) => given_by)).toEqual([names, null]);
  await propose(own.id);
  const garden = (await giver<Garden>("GET", `/garden/${own.garden}`)).body;
  const rows = (await giver<{ results: PlantingVerdict[] }>("GET", "/planting-verdict")).body;
  const report = (await giver<Report>("GET", "/report/region?format=json")).body;
  const lines = [...report.rows, report.total, ...(report.outside ? [report.outside] : [])];
  const named = lines.find(({ coverage }) => coverage.given_by.length > 0);
  const row = rows.results.find(({ id }) => id === own.id);
  for (const given_by of [
    garden.coverage.given_by,
    row?.given_by,
    (await verdictOf(own.id, giver)).body.given_by,
    named?.coverage.given_by,
  ])
    expect(given_by).toEqual([names]);
  // A garden whose own people gave the image names nobody, also after they went to another organization.
  await db
    .updateTable("user_account")
    .set({ ministry_id: ministry })
    .where("id", "=", stranger.id)
    .execute();
  expect((await giver<Garden>("GET", `/garden/${own.garden}`)).body.coverage.given_by).toEqual([
    names,
  ]);
  const fileOf = async (url: string) => {
    const authorization = `Bearer ${(await server.tokensOf(counter.email)).access}`;
    const headers = { authorization, "accept-language": "en" };
    return (await server.app.inject({ url: `/api${url}`, headers })).rawPayload;
  };
  const said = "images given by Foreign ministry";
  const csv = await fileOf("/report/region?format=csv");
  expect(`${csv}`).toContain(said);
  const pages = pdfPages(await fileOf("/report/region?format=pdf"));
  expect(pages.join(" ").replaceAll(/\s+/g, " ")).toContain(said);
});
