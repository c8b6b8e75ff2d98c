/** When leaves are off in a region: who sets it, what is refused, and which images it reaches. */
import type { Region } from "@nihol/contract/territory";
import { text, textLanguages } from "@nihol/locales/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertImage, rectangle } from "../../../../packages/store/test/tree-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
let region: Region;
let image: number;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
  const name = { tg: "Водӣ", ru: "Долина", en: "Valley", az: "Vadi" };
  const body = { name, boundary: rectangle([68, 37, 70, 39]) };
  region = (await call<Region>("POST", "/region", body)).body;
  image = await insertImage(server.db, "2026-05-10", [69, 38, 69.01, 38.01]);
  const place = { region_id: region.id };
  await server.db.sql.updateTable("whole_image").set(place).where("id", "=", image).execute();
});
afterAll(() => server.close());

const patch = (leaf_off: string, language = "en", as = call) =>
  as<Record<string, string[]>>(
    "PATCH",
    `/region/${region.id}`,
    { leaf_off },
    {
      "accept-language": language,
    },
  );
const seasonNow = async () => (await call<Region>("GET", `/region/${region.id}`)).body.leaf_off;
const isDue = async () => {
  const row = await server.db.sql
    .selectFrom("whole_image")
    .where("id", "=", image)
    .select("leaf_off_due")
    .executeTakeFirstOrThrow();
  return row.leaf_off_due;
};

test("a region's season is by its latitude until somebody says otherwise", async () => {
  expect(region.leaf_off).toBe("by_latitude");
  // The same again is no change: nothing is worked out anew.
  expect((await patch("by_latitude")).status).toBe(200);
  expect(await isDue()).toBe(false);
});

test("another season is kept, logged, and its images are worked out anew", async () => {
  expect((await patch("10-01/05-31")).status).toBe(200);
  expect(await seasonNow()).toBe("10-01/05-31");
  expect(await isDue()).toBe(true);
  const log = await server.db.sql
    .selectFrom("audit_log")
    .where("resource", "=", "region")
    .where("action", "=", "change")
    .orderBy("id", "desc")
    .select("change")
    .executeTakeFirstOrThrow();
  expect(log.change).toMatchObject({ leaf_off: "10-01/05-31" });
});

test.each(["11-31/03-01", "11-01", "winter", ""])("%j is refused", async (season) => {
  const before = await seasonNow();
  for (const language of textLanguages) {
    const { status, body } = await patch(season, language);
    expect(status).toBe(400);
    expect(body.leaf_off).toEqual([text(language, "errors.invalid")]);
  }
  expect(await seasonNow()).toBe(before);
});

test("a person who may only see regions does not set it", async () => {
  const reader = await server.person("Reader", { permissions: grants({ region: "v" }) });
  expect((await patch("never", "en", reader.call)).status).toBe(403);
  expect(await seasonNow()).not.toBe("never");
});
