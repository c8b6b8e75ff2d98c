/** Agreement of two people over all images, by image, pair, person, region and month. */
import type { AgreementRow } from "@nihol/contract/imagery/second-opinions";
import type { Page } from "@nihol/contract/paging";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageryWorld, insertPublished, name } from "../../support/imagery-world.ts";
import { type Caller, grants } from "../../support/test-app.ts";

let world: Awaited<ReturnType<typeof imageryWorld>>;
const districtOf = async (region: number) =>
  (await world.master<{ id: number }>("POST", "/district", { name, region })).body.id;
let images: { here: number; there: number };
let people: { ana: number; bek: number };
const rights = grants({ wholeimage: "v" });

/** Opinion that was given: who looked through, who counted, when, and what came of it. */
async function given(
  image: number,
  fragment: number,
  [first_by, second_by]: [number, number],
  counted_at: string,
  [agreed, only_first, only_second]: [number, number, number] | [],
) {
  const db = world.server.db.sql;
  const { id: draw_id } = await db
    .insertInto("opinion_draw")
    .values({ whole_image_id: image, share: 1, seed: 1, pool: [fragment] })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("second_opinion")
    .values({
      ...{ draw_id, whole_image_id: image, fragment, first_by, second_by, first_trees: json([]) },
      ...{ first_at: "2026-01-01T00:00:00Z", counted_at },
      state: agreed === undefined ? "skipped" : "counted",
      ...(agreed === undefined ? {} : { points: [], agreed, only_first, only_second }),
    })
    .execute();
}

beforeAll(async () => {
  world = await imageryWorld();
  const { server, home, elsewhere } = world;
  const { id: here } = await insertPublished(server, home, "2025-08-01");
  const { id: there } = await insertPublished(
    server,
    { ...home, region: elsewhere, district: await districtOf(elsewhere) },
    "2025-08-02",
  );
  images = { here, there };
  const named = async (name: string) => {
    const { id } = await server.person(name, { permissions: rights });
    await server.db.sql
      .updateTable("user_account")
      .set({ first_name: name, last_name: "" })
      .where("id", "=", id)
      .execute();
    return id;
  };
  people = { ana: await named("Ana"), bek: await named("Bek") };
  const { ana, bek } = people;
  // The last moment of March in Tajikistan, and the first of April.
  await given(here, 1, [ana, bek], "2026-03-31T18:59:00Z", [8, 2, 0]);
  await given(here, 2, [bek, ana], "2026-03-31T19:00:00Z", [5, 1, 4]);
  await given(there, 1, [ana, bek], "2026-04-10T08:00:00Z", [3, 0, 1]);
  await given(there, 2, [ana, bek], "2026-04-11T08:00:00Z", []);
});
afterAll(() => world.server.close());

const ask = async (query: string, who: Caller = world.master) =>
  (await who<Page<AgreementRow>>("GET", `/second-opinion?${query}`)).body;
/** Fragments, images, trees of both, those that both saw. */
const figures = ({ fragments, images: n, compared }: AgreementRow) => [
  ...[fragments, n, compared.first, compared.second, compared.agreed],
];
const table = async (query: string, who?: Caller) =>
  (await ask(query, who)).results.map((row) => [
    row.image?.id ?? row.region?.id ?? row.month ?? row.people.join(),
    ...figures(row),
  ]);

test("agreement is summed up over all images, and by image, pair, person, region and month", async () => {
  const { here, there } = images;
  const { home, elsewhere } = world;
  const [all] = (await ask("by=all")).results;
  expect(all && figures(all)).toEqual([3, 2, 19, 21, 16]);
  // 2 · 16 / (19 + 21)
  expect(all?.compared.agreement).toBeCloseTo(0.8, 10);
  expect(await table("")).toEqual([
    [here, 2, 1, 16, 17, 13],
    [there, 1, 1, 3, 4, 3],
  ]);
  expect(await table("by=pair")).toEqual([
    ["Ana,Bek", 2, 2, 13, 12, 11],
    ["Bek,Ana", 1, 1, 6, 9, 5],
  ]);
  // Ana saw 10 + 9 + 3; others saw 8 + 6 + 4 where she looked.
  expect(await table("by=person")).toEqual([
    ["Ana", 3, 2, 22, 18, 16],
    ["Bek", 3, 2, 18, 22, 16],
  ]);
  expect(await table("by=region")).toEqual([
    [home.region, 2, 1, 16, 17, 13],
    [elsewhere, 1, 1, 3, 4, 3],
  ]);
  expect(await table("by=month")).toEqual([
    ["2026-04", 2, 2, 9, 13, 8],
    ["2026-03", 1, 1, 10, 8, 8],
  ]);
});

test("it is narrowed by place and by the days of counting, and ordered by agreement", async () => {
  const { here, there } = images;
  expect(await table(`region=${world.elsewhere}`)).toEqual([[there, 1, 1, 3, 4, 3]]);
  expect(await table(`district=${world.home.district}&from=2026-04-01`)).toEqual([
    [here, 1, 1, 6, 9, 5],
  ]);
  expect(await table("to=2026-03-31")).toEqual([[here, 1, 1, 10, 8, 8]]);
  expect((await table("ordering=agreement"))[0]?.[0]).toBe(here);
  expect((await table("ordering=-agreement"))[0]?.[0]).toBe(there);
});

test("a person who sees one image has the figures of that one alone; without the right there are none", async () => {
  const { server, home } = world;
  const within = (await server.person("Of home", { permissions: rights, regions: [home.region] }))
    .call;
  expect(await table("", within)).toEqual([[images.here, 2, 1, 16, 17, 13]]);
  expect(await table("by=person", within)).toEqual([
    ["Ana", 2, 1, 19, 14, 13],
    ["Bek", 2, 1, 14, 19, 13],
  ]);
  const nobody = (await server.person("Nobody", { permissions: grants({}) })).call;
  expect((await nobody("GET", "/second-opinion")).status).toBe(403);
});
