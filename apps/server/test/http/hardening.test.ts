/** Deeds that a person with a little access, bad luck or bad will must not be able to do. */
import { limits } from "@nihol/contract/values/limits";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { grants, password, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const newPassword = "a long enough new password";

describe("the end of sessions", () => {
  test("a changed password ends the access tokens made before it, at once", async () => {
    const { call, email } = await server.person("SysAdmin");
    const body = { password: newPassword, current_password: password };
    expect((await call("PATCH", "/user-profile", body)).status).toBe(200);
    expect((await call("GET", "/user-profile")).status).toBe(401);
    const fresh = await server.anonymous<{ access: string }>("POST", "/token", {
      email,
      password: newPassword,
    });
    const again = server.callerWith({ authorization: `Bearer ${fresh.body.access}` });
    expect((await again("GET", "/user-profile")).status).toBe(200);
  });

  test("a password that somebody else sets does so too", async () => {
    const admin = await server.person("MasterAdmin");
    const { call, id } = await server.person("SysAdmin");
    expect((await admin.call("PATCH", `/user/${id}`, { password: newPassword })).status).toBe(200);
    expect((await call("GET", "/user-profile")).status).toBe(401);
  });

  test("an account that was switched off and on again has no sessions left", async () => {
    const admin = await server.person("MasterAdmin");
    const { call, id } = await server.person("SysAdmin");
    for (const is_active of [false, true])
      expect((await admin.call("PATCH", `/user/${id}`, { is_active })).status).toBe(200);
    expect((await call("GET", "/user-profile")).status).toBe(401);
  });

  test("a refresh token that was written while the password changed is of no use", async () => {
    const { call, email, id } = await server.person("SysAdmin");
    const { refresh } = await server.tokensOf(email);
    const { sql } = server.db;
    const row = await sql
      .selectFrom("refresh_token")
      .where("user_id", "=", id)
      .selectAll()
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    await call("PATCH", "/user-profile", { password: newPassword, current_password: password });
    await sql.insertInto("refresh_token").values(row).execute();
    expect((await server.anonymous("POST", "/token/refresh", { refresh })).status).toBe(401);
  });
});

test("a territory that somebody is tied to is not deleted: without a tie they would see the country", async () => {
  const admin = await server.person("MasterAdmin");
  const name = { tg: "Ноҳия", ru: "Район", en: "District", az: "" };
  const region = await admin.call<{ id: number }>("POST", "/region", { name, code: "tied" });
  await server.person("tied", {
    permissions: grants({ region: "v" }),
    regions: [region.body.id],
  });
  const district = await admin.call<{ id: number }>("POST", "/district", {
    name,
    region: region.body.id,
  });
  await server.person("tied lower", {
    permissions: grants({ region: "v" }),
    districts: [district.body.id],
  });
  for (const path of [`/region/${region.body.id}`, `/district/${district.body.id}`]) {
    const answer = await admin.call("DELETE", path);
    expect([answer.status, answer.body.code]).toEqual([409, "in_use"]);
  }
});

describe("unused uploads", () => {
  const begin = (call: Awaited<ReturnType<TestApp["person"]>>["call"], size: number) =>
    call("POST", "/upload", undefined, {
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
    });

  test("of one person are limited in number, also when they are begun at once", async () => {
    const { call, id } = await server.person("SysAdmin");
    const rows = Array.from({ length: limits.unusedUploads.count - 1 }, (_, i) => ({
      id: i.toString(16).padStart(32, "0"),
      user_id: id,
      file_name: "a.tif",
      size: 1,
    }));
    await server.db.sql.insertInto("upload").values(rows).execute();
    const answers = await Promise.all([begin(call, 10), begin(call, 10), begin(call, 10)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
  });

  test("that were refused count for an hour, and are gone after a day", async () => {
    const { call, id } = await server.person("SysAdmin");
    const rows = (prefix: string, count: number, hoursAgo: number) =>
      Array.from({ length: count }, (_, i) => ({
        id: prefix + i.toString(16).padStart(31, "0"),
        user_id: id,
        file_name: "a.tif",
        size: 1,
        status: "refused" as const,
        updated_at: sql<Date>`now() - make_interval(hours => ${hoursAgo}::int)`,
      }));
    const { count } = limits.refusedUploads;
    const insert = (given: ReturnType<typeof rows>) =>
      server.db.sql.insertInto("upload").values(given).execute();
    await insert([...rows("c", count - 1, 0), ...rows("d", count, 2), ...rows("e", count, 30)]);
    const first = await begin(call, 10);
    expect(first.status).toBe(201);
    await insert(rows("f", 1, 0));
    const refused = await begin(call, 10);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      429,
      expect.stringContaining("uploads_refused"),
    ]);
    const { n } = await server.db.sql
      .selectFrom("upload")
      .where("user_id", "=", id)
      .where("status", "=", "refused")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow();
    expect(n).toBe(count * 2);
  });

  test("of one person are limited in bytes, as they were announced", async () => {
    const { call, id } = await server.person("SysAdmin");
    const size = limits.unusedUploads.bytes - 5;
    const row = { id: "b".repeat(32), user_id: id, file_name: "b.tif", size };
    await server.db.sql.insertInto("upload").values(row).execute();
    const refused = await begin(call, 6);
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused.body)).toContain("uploads_unused");
    expect((await begin(call, 5)).status).toBe(201);
  });
});
