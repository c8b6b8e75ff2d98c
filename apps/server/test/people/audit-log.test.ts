/** The log of changes: who reads it, and what it holds. */

import type { AuditEntry } from "@nihol/contract/audit-log";
import type { Page } from "@nihol/contract/paging";
import { today } from "@nihol/contract/values/planting/programme-day";
import { sealAuditLog } from "@nihol/store/audit/audit-seal";
import { verifyAuditLog } from "@nihol/store/audit/audit-verify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertAudit } from "../../src/http/audit.ts";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
const log = async (call: typeof master.call, query = "") =>
  (await call<Page<AuditEntry>>("GET", `/audit-log${query}`)).body;

beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

test("a change stands in the log with who made it, what was sent, newest first", async () => {
  const name = { tg: "Хатлон", ru: "Хатлон", en: "Khatlon" };
  const { body } = await master.call<{ id: number }>("POST", "/region", { name });
  await master.call("DELETE", `/region/${body.id}`);
  const { count, results } = await log(master.call, `?resource=region&resource_id=${body.id}`);
  expect(count).toBe(2);
  expect(results.map(({ action }) => action)).toEqual(["delete", "add"]);
  expect(results[0]?.actor).toEqual({ id: master.id, email: master.email });
});

test("it is found by action, by e-mail and by day", async () => {
  const day = today();
  expect((await log(master.call, `?action=delete&from=${day}&to=${day}`)).count).toBe(1);
  expect((await log(master.call, `?search=${master.email}`)).count).toBeGreaterThan(0);
  expect((await log(master.call, "?to=2001-01-01")).count).toBe(0);
});

test("a line is read by its number, and lines of a record are found with the files ordered of its kind", async () => {
  const { results } = await log(master.call, "?resource=region&action=add");
  const line = results[0];
  expect((await master.call<AuditEntry>("GET", `/audit-log/${line?.id}`)).body).toEqual(line);
  expect((await master.call("GET", "/audit-log/999999")).status).toBe(404);
  await insertAudit(server.db.sql, master, { action: "export", resource: "garden-note", id: 1 });
  const of = await log(master.call, "?resource=gardennote");
  expect(of.results.map(({ action }) => action)).toEqual(["export"]);
});

test("an actor without the whole country as scope reads their own lines only", async () => {
  const { body } = await master.call<{ id: number }>("POST", "/region", {
    name: { tg: "Суғд", ru: "Согд", en: "Sughd" },
  });
  const permissions = grants({ group: "v" });
  const all = await server.person("Reads the log", { permissions });
  const one = await server.person("Reads a part", { permissions, regions: [body.id] });
  expect((await log(all.call)).count).toBeGreaterThan(0);
  // Their own sign-in, and nothing of anybody else.
  const own = (await log(one.call)).results;
  expect(own.map(({ action, actor }) => [action, actor?.id])).toEqual([["sign_in", one.id]]);
  const others = await log(all.call, "?resource=region");
  expect((await one.call("GET", `/audit-log/${others.results[0]?.id}`)).status).toBe(404);
});

test("a person who has acted keeps their name in the log: the account is deactivated, not deleted", async () => {
  const leaving = await server.person("SysAdmin");
  await leaving.call("POST", "/region", { name: { tg: "Рашт", ru: "Рашт", en: "Rasht" } });
  await sealAuditLog(server.db.sql);
  const refused = await master.call<{ code: string }>("DELETE", `/user/${leaving.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, "user_acted"]);
  const left = await master.call("PATCH", `/user/${leaving.id}`, { is_active: false });
  expect(left.status).toBe(200);
  const { results } = await log(master.call, "?resource=region&action=add");
  expect(results[0]?.actor).toMatchObject({ id: leaving.id });
  const idle = await server.person("SysAdmin");
  expect((await master.call("DELETE", `/user/${idle.id}`)).status).toBe(204);
  await sealAuditLog(server.db.sql);
  const { sealed, unsealed, fault } = await verifyAuditLog(server.db.sql);
  expect(fault).toBeUndefined();
  expect([sealed > 5, unsealed]).toEqual([true, 0]);
});

test("nobody writes it by a call", async () => {
  for (const method of ["POST", "PATCH", "DELETE"])
    expect((await master.call(method, "/audit-log", {})).status).toBe(405);
});
