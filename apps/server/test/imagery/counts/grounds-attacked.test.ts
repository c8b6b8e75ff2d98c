/** Grounds under hands that mean harm or slip: names, foreign images, words that are taken back. */
import type { ImageGround } from "@nihol/contract/imagery/grounds";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { everything, imageryWorld } from "../../support/imagery-world.ts";
import type { Caller } from "../../support/test-app.ts";

let world: Awaited<ReturnType<typeof imageryWorld>>;
let clerk: Caller;
let image: number;
let foreign: number;

const run = (text: string, ...values: unknown[]) => world.server.db.pool.query(text, values);

beforeAll(async () => {
  world = await imageryWorld();
  const { server, home, elsewhere } = world;
  [image = 0, foreign = 0] = world.images.map(({ id }) => id);
  clerk = (await server.person("Clerk", { permissions: everything, regions: [home.region] })).call;
  for (const table of ["whole_image", "imagery_process"])
    await run(
      `update ${table} set region_id = $2, district_id = null
      where id = (select ${table === "whole_image" ? "id" : "process_id"} from whole_image where id = $1)`,
      foreign,
      elsewhere,
    );
  await run("update whole_image set model_sha256 = 'm', counted = true");
});
afterAll(() => world.server.close());
beforeEach(async () => {
  await run("delete from ground");
  await run("update whole_image set ground_by = null");
});

const name = (given: string, id = image, who = clerk) =>
  who("PUT", `/whole-image/${id}/ground`, { name: given });
const look = async (who = clerk) =>
  (await who<ImageGround>("GET", `/whole-image/${image}/ground`)).body;

test("a name differs from others by more than its case, and hides nothing", async () => {
  expect((await name("Dry scrub")).status).toBe(200);
  expect(await name("DRY SCRUB")).toMatchObject({
    status: 400,
    body: { name: ["This name is taken"] },
  });
  for (const odd of ["a\u202eb", "a\u0000b", "a» 7 · «b", "\u200b", "x".repeat(81), "  "])
    expect((await name(odd)).status, JSON.stringify(odd)).toBe(400);
  expect((await name("Хушкзор “1”")).status).toBe(200);
  const both = await Promise.all([name("At once"), name("At once")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
});

test("an image of others is named, left, learned, taken back and recounted by nobody else", async () => {
  await name("Of others", foreign, world.master);
  const at = `/whole-image/${foreign}/ground`;
  const tries = [
    await name("Mine", foreign),
    await clerk("DELETE", at),
    await clerk("POST", `${at}/learn`),
    await clerk("POST", `${at}/lessons`, { withdrawn: true }),
    await clerk("POST", `${at}/recount`, { use: false }),
    await clerk("GET", `${at}/file`),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
  const { rows } = await run("select id from ground");
  const join = { ground: rows[0].id };
  expect((await clerk("PUT", `/whole-image/${image}/ground`, join)).status).toBe(404);
});

test("a ground that holds no image by a person's word stays with the people who made it", async () => {
  const { server, home } = world;
  const neighbour = await server.person("Clerk", { regions: [home.region] });
  await name("Left alone");
  const lessons = { withdrawn: true };
  const at = `/whole-image/${image}/ground/lessons`;
  // Without lessons there is nothing to take back: 404 to those whose ground it is.
  expect((await neighbour.call("POST", at, lessons)).status).toBe(404);
  await run("update whole_image set ground_by = 'likeness' where id = $1", image);
  expect(await neighbour.call("POST", at, lessons)).toMatchObject({
    status: 403,
    body: { code: "ground_of_others" },
  });
  expect((await clerk("POST", at, lessons)).status).toBe(404);
  expect((await world.master("POST", at, lessons)).status).toBe(404);
});

test("plots that likeness brought from images of others are not the clerk's to teach with", async () => {
  await name("Scrub");
  await run("update calibration_window set marks = '{150,50}'");
  await run(
    `update whole_image set ground_by = 'likeness', ground_id = (select id from ground) where id = $1`,
    foreign,
  );
  expect((await look()).ground).toMatchObject({ images: 1, plots: 1 });
  expect((await look(world.master)).ground).toMatchObject({ images: 2, plots: 2 });
});

test("taking the newest lessons back shows those that count then, until none does", async () => {
  await name("Scrub");
  for (const n of [1, 2])
    await run(
      `insert into ground_lessons (ground_id, n, network, is_better, lessons, counts, images)
      select id, $1, 'm', true, $2, '[]', '{}' from ground`,
      n,
      JSON.stringify({
        labels: { images: 1, plots: 4, trees: 9 },
        before: { f1: 0.4, found: 9 },
        after: { f1: 0.9, found: 9 },
        gain: { f1: 0.5, error: 0.1 },
      }),
    );
  const takeBack = async () => {
    const body = { withdrawn: true };
    const at = `/whole-image/${image}/ground/lessons`;
    return (await clerk<ImageGround>("POST", at, body)).body;
  };
  expect(await takeBack()).toMatchObject({
    lessons: { n: 1, is_withdrawn: false },
    can: { withdraw: true },
  });
  expect(await takeBack()).toMatchObject({
    lessons: { n: 2, is_withdrawn: true },
    can: { withdraw: false, restore: true },
  });
  // Those of the whole programme reach other regions: a clerk neither takes them back nor gives them back.
  await run("update ground_lessons set learned_by = $1", world.home.requester);
  // Lessons that the clerk took back come back; those that somebody of the whole programme took back do not.
  expect((await look()).can.restore).toBe(true);
  const master = (await run("select withdrawn_by from ground_lessons where n = 2")).rows[0];
  const chief = await world.server.person("SysAdmin");
  await run("update ground_lessons set withdrawn_by = $1", chief.id);
  expect((await look()).can.restore).toBe(false);
  await run("update ground_lessons set withdrawn_by = $1", master.withdrawn_by);
  const head = await world.server.person("SysAdmin");
  await run("update ground_lessons set learned_by = $1", head.id);
  expect((await look()).can).toMatchObject({ withdraw: false, restore: false });
  const restore = { withdrawn: false };
  const answer = await clerk("POST", `/whole-image/${image}/ground/lessons`, restore);
  expect(answer).toMatchObject({ status: 403, body: { code: "ground_of_others" } });
  expect((await look(world.master)).can.restore).toBe(true);
});

test("an image that a person took out of its ground is of none, by likeness neither", async () => {
  await name("Scrub");
  await clerk("DELETE", `/whole-image/${image}/ground`);
  const { rows } = await run("select ground_id, ground_by from whole_image where id = $1", image);
  expect(rows).toEqual([{ ground_id: null, ground_by: "person" }]);
  expect((await look()).ground).toBeNull();
});

test("a second call for learning is told that the first has not ended", async () => {
  await name("Twice");
  await run(
    `insert into calibration_window (whole_image_id, n, cell, is_occupied, found, marks)
    select $1, n, n, true, '{}', '{150,50}' from generate_series(51, 54) n`,
    image,
  );
  const learn = () => clerk("POST", `/whole-image/${image}/ground/learn`);
  const [one, other] = await Promise.all([learn(), learn()]);
  expect([one.status, other.status].sort()).toEqual([200, 409]);
  expect([one, other].find(({ status }) => status === 409)?.body).toMatchObject({
    code: "ground_learning",
  });
  expect((await look()).ground?.is_learning).toBe(true);
});
