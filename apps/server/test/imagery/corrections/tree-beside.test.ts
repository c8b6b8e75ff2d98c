import type { Tree } from "@nihol/contract/imagery/trees";
import type { Page } from "@nihol/contract/paging";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageryWorld } from "../../support/imagery-world.ts";
import type { Caller, TestApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Caller;
let image: number;
beforeAll(async () => {
  const world = await imageryWorld();
  ({ server, master } = world);
  image = world.images[1]?.id ?? 0;
});
afterAll(() => server.close());

const path = "/plant-tree-detail";
const trees = async () =>
  (await master<Page<Tree>>("GET", `${path}?whole_image=${image}&page_size=200`)).body.results;
const middleOf = ({ detection: { box } }: Tree) => [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];

test("a tree where another one stands is one more only when a person says so", async () => {
  const before = await trees();
  const [other, moved] = before;
  if (!other || !moved) throw new Error("no trees");
  const beside = middleOf(other).map((at) => at + 0.2);
  const given = { whole_image: image, point: beside, radius_m: 1, green: "green" };
  for (const [language, unit] of [
    ["en", "cm"],
    ["ru", "см"],
    ["tg", "см"],
    ["az", "sm"],
  ] as const) {
    const { status, body } = await master<{ code: string; detail: string }>("POST", path, given, {
      "accept-language": language,
    });
    expect([status, body.code]).toEqual([409, "tree_beside"]);
    expect(body.detail).toMatch(new RegExp(`\\d ${unit}`));
  }
  const to = `${path}/${moved.id}`;
  const { version } = moved;
  expect(await master("PATCH", to, { version, point: beside })).toMatchObject({
    status: 409,
    body: { code: "tree_beside" },
  });
  expect(await trees()).toEqual(before);
  // Its own crown is in no tree's way, and neither is what a person says twice.
  const [x = 0, y] = middleOf(moved);
  expect((await master("PATCH", to, { version, point: [x + 0.5, y] })).status).toBe(200);
  expect((await master("POST", path, { ...given, confirm_beside: true })).status).toBe(201);
  expect(await trees()).toHaveLength(before.length + 1);
});
