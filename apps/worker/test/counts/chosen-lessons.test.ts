/** Tests whose lessons a run counts by, and which plots teach: likeness carries nobody's word to images of others. */
import { withdrawLost } from "@nihol/store/processes/recount-lessons";
import { crossFound } from "@nihol/store/trees/plots/ground-range";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addRegion, insertImage } from "../../../../packages/store/test/tree-world.ts";
import {
  chooseLessons,
  findLessons,
  isStale,
} from "../../src/handlers/calibrating/chosen-lessons.ts";
import { findLearning, listTeaching } from "../../src/handlers/calibrating/ground-rows.ts";
import type { Model } from "../../src/imagery/tree-finder.ts";
import { makeRig, type Rig } from "../rig.ts";

let rig: Rig;
/** Images of one source that shows two regions, and a clerk of the first of them. */
let own: number;
let later: number;
let foreign: number;
let clerk: number;
let head: number;

beforeAll(async () => {
  rig = await makeRig();
  const near = await addRegion(rig.db, [69, 38, 69.1, 38.1]);
  const far = await addRegion(rig.db, [70, 38, 70.1, 38.1]);
  const source = await insert(
    `insert into imagery_source (name, kind, address) values ('{}', 'xyz', 'https://tiles.example') returning id`,
  );
  own = await insertCounted(near, "2025-05-01", source);
  later = await insertCounted(near, "2025-05-11", source);
  foreign = await insertCounted(far, "2025-05-12", source);
  clerk = await insertPerson("clerk");
  head = await insertPerson("head");
  await run("insert into user_territory (user_id, region_id) values ($1, $2)", clerk, near);
});
afterAll(() => rig.close());
beforeEach(async () => {
  await run("delete from ground");
  await run("update whole_image set ground_by = null");
});

const run = (text: string, ...values: unknown[]) => rig.db.pool.query(text, values);
const insert = async (text: string, ...values: unknown[]): Promise<number> =>
  (await run(text, ...values)).rows[0].id;

async function insertPerson(name: string): Promise<number> {
  const role = await insert(
    `insert into user_group (name, permissions) values ($1, '{"wholeimage":{"change":true}}') returning id`,
    name,
  );
  return insert(
    `insert into user_account (email, first_name, last_name, password_hash, group_id)
    values ($1, 'A', 'B', '', $2) returning id`,
    `${name}@test.example`,
    role,
  );
}

/** A completed image with one counted window. */
async function insertCounted(region: number, day: string, source: number): Promise<number> {
  const id = await insertImage(rig.db, day, [69, 38, 69.01, 38.01]);
  await run(
    "update whole_image set model_sha256 = 'm', threshold = 0.3, gsd_m = 0.2, region_id = $2 where id = $1",
    id,
    region,
  );
  await run(
    `update imagery_process set status = 'completed', source_id = $3, region_id = $2, district_id = null
    where id = (select process_id from whole_image where id = $1)`,
    id,
    region,
    source,
  );
  await run(
    "insert into calibration (whole_image_id, wanted, side, columns) values ($1, 1, 100, 10)",
    id,
  );
  await run(
    `insert into calibration_window (whole_image_id, n, cell, is_occupied, found, marks)
    values ($1, 1, 1, true, '{}', '{150,50}')`,
    id,
  );
  return id;
}

/** A ground that people say these images are of. */
async function nameGround(name: string, ...images: number[]): Promise<number> {
  const ground = await insert("insert into ground (name) values ($1) returning id", name);
  await run(
    "update whole_image set ground_id = $1, ground_by = 'person' where id = any($2)",
    ground,
    images,
  );
  return ground;
}

const teach = (ground: number, n: number, by: number) =>
  insert(
    `insert into ground_lessons (ground_id, n, learned_by, network, is_better, lessons, counts, images)
    values ($1, $2, $3, 'm', true, '{"network":"m","gsdMeters":0.2,"hasNir":false,"isBetter":true}', $4, $5) returning id`,
    ground,
    n,
    by,
    JSON.stringify([{ image: own, side: 100, cell: 1, found: 7, truth: 8 }]),
    [own],
  );

async function chosenFor(image: number): Promise<number | undefined> {
  const { rows } = await run("select process_id from whole_image where id = $1", image);
  const model: Pick<Model, "sha256"> = { sha256: "m" };
  return (await chooseLessons(rig.db.sql, rows[0].process_id, model)).lessons?.n;
}

test("a clerk's lessons reach no image of another region by likeness, those of the whole country do", async () => {
  const ground = await nameGround("Scrub", own);
  await teach(ground, 1, head);
  await teach(ground, 2, clerk);
  expect([await chosenFor(later), await chosenFor(foreign)]).toEqual([2, 1]);
  // Also where likeness put it into the ground before.
  await run(
    "update whole_image set ground_id = $1, ground_by = 'likeness' where id = $2",
    ground,
    foreign,
  );
  expect(await chosenFor(foreign)).toBe(1);
});

test("a ground that was never learned hides no other, and a person's word that it is of none holds", async () => {
  await teach(await nameGround("Scrub", own), 1, head);
  await nameGround("Nearer", foreign);
  expect(await chosenFor(later)).toBe(1);
  await run("update whole_image set ground_by = 'person' where id = $1", later);
  expect(await chosenFor(later)).toBeUndefined();
});

test("plots of images that the learner may not change teach nothing", async () => {
  const ground = await nameGround("Scrub", own);
  await run(
    "update whole_image set ground_id = $1, ground_by = 'likeness' where id = any($2)",
    ground,
    [later, foreign],
  );
  const taughtBy = async (person: number) => {
    await run("update ground set learning_since = now(), learning_by = $1", person);
    return (await listTeaching(rig.db.sql, ground)).map(({ id }) => id);
  };
  expect(await taughtBy(clerk)).toEqual([own, later]);
  expect(await taughtBy(head)).toEqual([own, later, foreign]);
});

test("lessons taught by a square of another grid say nothing of a square of this one", async () => {
  const lessons = await teach(await nameGround("Scrub", own), 1, head);
  await run("update whole_image set lessons_id = $1 where id = $2", lessons, own);
  expect([...(await crossFound(rig.db.sql, own))]).toEqual([[1, 7]]);
  await run("update calibration set side = 120 where whole_image_id = $1", own);
  expect([...(await crossFound(rig.db.sql, own))]).toEqual([]);
});

test("lessons that a run was planned with are stale once they are taken back, or other networks look", async () => {
  const lessons = await teach(await nameGround("Scrub", own), 1, head);
  const staleFor = async (sha256: string) => {
    const found = await findLessons(rig.db.sql, lessons);
    return found && isStale(found, { sha256 });
  };
  expect([await staleFor("m"), await staleFor("another")]).toEqual([false, true]);
  await run("update ground_lessons set withdrawn_at = now()");
  expect(await staleFor("m")).toBe(true);
});

test("lessons that are no better than the detector neither count nor give a range", async () => {
  const ground = await nameGround("Scrub", own);
  const lessons = await teach(ground, 1, head);
  await run(
    `update ground_lessons set is_better = false, lessons = lessons || '{"isBetter": false}' where id = $1`,
    lessons,
  );
  const { rows } = await run("select process_id from whole_image where id = $1", own);
  expect(await chooseLessons(rig.db.sql, rows[0].process_id, { sha256: "m" })).toEqual({
    unused: { ground, reason: "not_better" },
  });
});

test("who lost the right to teach while it was waited for teaches nothing", async () => {
  const ground = await nameGround("Scrub", own);
  await run("update ground set learning_since = now(), learning_by = $1", clerk);
  const isAllowed = async () => (await findLearning(rig.db.sql, ground))?.is_allowed;
  const role = "(select group_id from user_account where id = $1)";
  expect(await isAllowed()).toBe(true);
  await run(
    "update whole_image set ground_id = $1, ground_by = 'person' where id = $2",
    ground,
    foreign,
  );
  expect(await isAllowed()).toBe(false);
  await run("update whole_image set ground_id = null where id = $1", foreign);
  await run(`update user_group set permissions = '{}' where id = ${role}`, clerk);
  expect(await isAllowed()).toBe(false);
  await run(
    `update user_group set permissions = '{"wholeimage":{"change":true}}' where id = ${role}`,
    clerk,
  );
  await run("update user_account set is_active = false where id = $1", clerk);
  expect(await isAllowed()).toBe(false);
  await run("update user_account set is_active = true where id = $1", clerk);
  expect(await isAllowed()).toBe(true);
});

test("lessons whose labels are gone are taken back, and those whose labels are there stay", async () => {
  const ground = await nameGround("Scrub", own);
  const lessons = await teach(ground, 1, head);
  await run("update calibration set side = 100 where whole_image_id = $1", own);
  expect(await withdrawLost(rig.db.sql, ground)).toEqual([]);
  await run("update calibration_window set marks = null where whole_image_id = $1", own);
  expect(await withdrawLost(rig.db.sql, ground)).toEqual([lessons]);
  await run("update calibration_window set marks = '{150,50}' where whole_image_id = $1", own);
});
