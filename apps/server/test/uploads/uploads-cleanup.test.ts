import { utimes } from "node:fs/promises";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { json } from "@nihol/db/json";
import { deleteForgottenUploads } from "@nihol/store/retention/forgotten-uploads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const id = (digit: string) => digit.repeat(32);
const longAgo = new Date(Date.now() - 30 * 86_400_000);

async function laidFile(name: string) {
  await server.files.put(`upload/${name}`, Buffer.from("x"));
  await utimes(server.files.path(`upload/${name}`), longAgo, longAgo);
}
const isThere = async (name: string) => (await server.files.stat(`upload/${name}`)) !== undefined;

test("forgotten uploads go with their files; what is used or fresh stays", async () => {
  const { id: user_id } = await server.person("SysAdmin");
  const row = (name: string, updated_at: Date) => ({
    id: name,
    user_id,
    file_name: "a.tif",
    size: 1,
    file_key: `upload/${name}`,
    updated_at,
  });
  await server.db.sql
    .insertInto("upload")
    .values([row(id("a"), longAgo), row(id("b"), longAgo), row(id("c"), new Date())])
    .execute();
  await server.db.sql
    .insertInto("imagery_process")
    .values({
      upload_id: id("b"),
      file_name: "a.tif",
      file_key: `upload/${id("b")}`,
      facts: json({} as RasterMetadata),
      capture_date: "2026-05-14",
    })
    .execute();
  for (const name of ["a", "b", "c"].map(id)) await laidFile(name);
  expect(await deleteForgottenUploads(server.db.sql, server.files)).toBe(1);
  expect(await Promise.all(["a", "b", "c"].map((name) => isThere(id(name))))).toEqual([
    false,
    true,
    true,
  ]);
});

test("a person who leaves takes unused uploads with them", async () => {
  const master = await server.person("MasterAdmin");
  const gone = await server.person("SysAdmin");
  await server.db.sql
    .insertInto("upload")
    .values({
      id: id("e"),
      user_id: gone.id,
      file_name: "e.tif",
      size: 1,
      file_key: `upload/${id("e")}`,
    })
    .execute();
  expect((await master.call("DELETE", `/user/${gone.id}`)).status).toBe(204);
  expect(
    await server.db.sql
      .selectFrom("upload")
      .where("id", "=", id("e"))
      .selectAll()
      .executeTakeFirst(),
  ).toBeUndefined();
});
