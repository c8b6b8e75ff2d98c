/** Plots that people counted, where the present detector could not read the image: kept, shown, and compared with nothing. */
import type { Calibration } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imageryWorld } from "../../support/imagery-world.ts";

let world: Awaited<ReturnType<typeof imageryWorld>>;
let image: number;

const run = (text: string, ...values: unknown[]) => world.server.db.pool.query(text, values);
const path = () => `/whole-image/${image}/calibration`;
const look = async () => (await world.master<Calibration>("GET", path())).body;

beforeAll(async () => {
  world = await imageryWorld();
  image = world.images[0]?.id ?? 0;
});
afterAll(() => world.server.close());

/** Six plots that people counted and one that they skipped; all that the detector found is forgotten, as the worker leaves it. */
beforeEach(async () => {
  await run("delete from calibration_window where whole_image_id = $1", image);
  await run("update calibration set wanted = 0 where whole_image_id = $1", image);
  await run(
    `insert into calibration_window (whole_image_id, n, cell, is_occupied, marks)
    select $1, n, n, true, array[100 * n + 50, 50]::real[] from generate_series(1, 6) n`,
    image,
  );
  await run(
    `insert into calibration_window (whole_image_id, n, cell, is_occupied, is_skipped)
    values ($1, 7, 7, true, true)`,
    image,
  );
});

test("are all shown, with nothing found beside them, and are no reason to wait", async () => {
  const { state, windows, counted, marked, now, best, next } = await look();
  expect(next.every(({ plots }) => plots >= 0)).toBe(true);
  expect({ state, counted, marked, now, best }).toEqual({
    state: "open",
    ...{ counted: 6, marked: 6, now: null, best: null },
  });
  expect(windows.map((window) => window.state)).toEqual([...Array(6).fill("counted"), "skipped"]);
  expect(windows[0]).toMatchObject({ marks: [[50, 50]], found: null });
});

test("say nothing of a threshold, for which the others are enough", async () => {
  await run(
    `update calibration_window set found = marks || array[5, 0.9]::real[]
    where whole_image_id = $1 and n between 2 and 6`,
    image,
  );
  await run("update calibration set wanted = 5 where whole_image_id = $1", image);
  const { state, windows, now } = await look();
  expect(state).toBe("open");
  expect(windows.map(({ found }) => found?.length ?? null)).toEqual([null, 1, 1, 1, 1, 1, null]);
  expect(now).toMatchObject({ found: 5, matched: 5, recall: 1 });
});

test("can be corrected, and further ones are drawn beside them", async () => {
  const moved = { marks: [[10, 20]], skipped: false };
  const { body } = await world.master<Calibration>("PUT", `${path()}/1`, moved);
  expect(body.windows[0]).toMatchObject({ marks: [[10, 20]], found: null });
  const more = (await world.master<Calibration>("POST", path())).body;
  expect(more.state).toBe("drawing");
  expect(more.windows).toHaveLength(7);
  const { rows } = await run("select wanted from calibration where whole_image_id = $1", image);
  expect(rows).toEqual([{ wanted: 7 + calibrationLimits.windows.more }]);
});
