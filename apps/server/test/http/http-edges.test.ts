/** Answers at the edges of HTTP: refused calls, addresses that are none, empty bodies; and the log of sign-ins. */

import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AppOptions, buildApp } from "../../src/app.ts";
import { checkPassword } from "../../src/shared/accounts/passwords.ts";
import { confusableKey } from "../../src/shared/rows/confusables.ts";
import { awaitMinute } from "../support/device-world.ts";
import { grants, password, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

/** Another server over the same rows, set up differently. */
function another(options: AppOptions) {
  const { db, files, jobs } = server;
  const tokens = {
    secret: "a secret of the tests that nobody else knows",
    accessMinutes: 30,
    refreshMinutes: 720,
  };
  const services = { db, files, jobs, demo: false, tokens };
  return buildApp({ ...services, webRoot: undefined }, options);
}

test("a DELETE that announces JSON and sends nothing is taken", async () => {
  const name = { tg: "Суғд", ru: "Согд", en: "Sughd", az: "" };
  const { body } = await master.call<{ id: number }>("POST", "/region", { name });
  const { access } = await server.tokensOf(master.email);
  const answer = await server.app.inject({
    method: "DELETE",
    url: `/api/region/${body.id}`,
    headers: {
      authorization: `Bearer ${access}`,
      "content-type": "application/json",
      "content-length": "0",
    },
  });
  expect(answer.statusCode).toBe(204);
});

test.each(["", ",,,", "68,38,,39", "1,2,3", "69,38,68,39", "68,38,69,x"])(
  "?bbox=%s is refused: an empty part is no number",
  async (bbox) => {
    const { status, body } = await master.call<object>("GET", `/garden?bbox=${bbox}`);
    expect([status, body]).toEqual([400, { bbox: ["This value is not valid"] }]);
  },
);

test("an address that takes other methods says which; one that is none is not there", async () => {
  for (const [method, path, allow] of [
    ["PUT", "/user/1", "DELETE, GET, HEAD, PATCH"],
    ["DELETE", "/garden", "GET, HEAD, POST"],
    ["PATCH", "/garden/1/boundary", "GET, HEAD, POST"],
    ["GET", "/token", "POST"],
  ] as const) {
    const { status, headers, body } = await master.call<{ code: string; detail: string }>(
      method,
      path,
    );
    expect([status, headers.allow, body.code], `${method} ${path}`).toEqual([
      405,
      allow,
      "method_not_allowed",
    ]);
    expect(body.detail).toContain(allow);
  }
  for (const path of ["/nothing", "/user/1/nothing", "/user/1/2/3"])
    expect((await master.call("PUT", path)).status, path).toBe(404);
  expect((await master.call("GET", "/garden/999999")).status).toBe(404);
});

test("refused calls are counted like others", async () => {
  const app = await another({ callsPerMinute: 10 });
  const statuses: number[] = [];
  await awaitMinute(5000);
  for (let n = 0; n < 12; n++) statuses.push((await app.inject({ url: "/api/garden" })).statusCode);
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
  await app.close();
});

describe("every refusal has one shape and the headers of all answers", () => {
  const headers = {
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'self'"),
    "permissions-policy": expect.stringContaining("geolocation=(self)"),
    "cache-control": "no-store",
  };
  const shape = { detail: expect.any(String), code: expect.any(String) };

  test.each(["/api/%", "/api/none", "/api/garden"])("%s", async (url) => {
    const answer = await server.app.inject({ url });
    expect(answer.json()).toEqual(shape);
    expect(answer.headers).toMatchObject(headers);
  });

  test("of tus", async () => {
    const { access } = await server.tokensOf(master.email);
    const address = await server.app.listen({ host: "127.0.0.1", port: 0 });
    const calls: Record<string, string>[] = [
      {},
      { "tus-resumable": "1.0.0", "upload-length": "many" },
    ];
    for (const more of calls) {
      const answer = await fetch(`${address}/api/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${access}`, ...more },
      });
      expect(answer.ok).toBe(false);
      expect(await answer.json()).toEqual(shape);
      expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
    }
  });

  test("of what is no HTTP", async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect({ host: "127.0.0.1", port });
    let got = "";
    socket.on("data", (data) => {
      got += data.toString();
    });
    socket.write("nonsense\r\n\r\n");
    await new Promise((resolve) => socket.once("close", resolve));
    expect(got).toMatch(/^HTTP\/1\.1 400/);
    expect(got).toContain("x-content-type-options: nosniff");
    expect(JSON.parse(got.slice(got.indexOf("{")))).toEqual(shape);
  });
});

test("HSTS is promised where people come by https, and nowhere else", async () => {
  const hsts = async (app: TestApp["app"], proto?: string) =>
    (
      await app.inject({
        url: "/api/health",
        headers: proto === undefined ? {} : { "x-forwarded-proto": proto },
      })
    ).headers["strict-transport-security"];
  const secure = await another({ https: true });
  expect(await hsts(secure)).toBe("max-age=31536000");
  expect(await hsts(server.app)).toBe(undefined);
  expect(await hsts(server.app, "https")).toBe("max-age=31536000");
  await secure.close();
});

test("links name the host that was called, not one that somebody wrote beside it", async () => {
  const { body } = await server.callerWith({
    host: "nihol.example",
    "x-forwarded-host": "elsewhere.example",
  })("GET", "/ogc");
  expect(JSON.stringify(body)).toContain("//nihol.example/api/ogc");
  expect(JSON.stringify(body)).not.toContain("elsewhere");
});

test("sign-ins and failures are in both logs, and what was typed is in neither", async () => {
  let log = "";
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += chunk.toString();
      done();
    },
  });
  const app = await another({ logger: { level: "info", stream } });
  const someone = await server.person("SysAdmin");
  const signIn = (email: string, typed: string) =>
    app.inject({ method: "POST", url: "/api/token", payload: { email, password: typed } });
  await signIn(someone.email, "not the right password");
  await signIn("my.own.secret@typed.wrong", "not the right password");
  expect((await signIn(someone.email, password)).statusCode).toBe(200);

  const lines = log.split("\n").filter((line) => line.includes('"outcome"'));
  expect(lines.map((line) => JSON.parse(line)).map((one) => [one.outcome, one.account])).toEqual([
    ["sign_in_failed", someone.id],
    ["sign_in_failed", "unknown"],
    ["sign_in", someone.id],
  ]);
  const rows = await server.db.sql
    .selectFrom("audit_log")
    .where("resource_id", "=", String(someone.id))
    .where("action", "like", "sign_in%")
    .select(["action", "actor_id", "change"])
    .orderBy("id")
    .execute();
  // The first sign-in is the one by which the test's person got a token.
  expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
    ["sign_in", someone.id],
    ["sign_in_failed", null],
    ["sign_in", someone.id],
  ]);
  const written = log + JSON.stringify(rows);
  for (const typed of ["not the right", "my.own.secret", password])
    expect(written).not.toContain(typed);
  await app.close();
});

describe("a password", () => {
  test.each([
    " ".repeat(15),
    "!".repeat(20),
    "!?!?!??!?!?!?!!?",
    `a${" ".repeat(14)}`,
    "\u200b".repeat(16),
  ])("of blanks or few signs is refused: %j", (weak) => {
    expect(() => checkPassword(weak, "a@b.example")).toThrow();
  });
  test("of words is taken", () => {
    expect(() => checkPassword("seven green pears fall", "a@b.example")).not.toThrow();
  });
});

describe("a role's name", () => {
  const make = (name: string) =>
    master.call("POST", "/group", { name, permissions: grants({ garden: "v" }) });

  test("that reads like another is taken", async () => {
    expect((await make("Inspector")).status).toBe(201);
    // Cyrillic о and с, other spaces and dashes, an invisible sign, a full-width letter.
    for (const name of ["Inspectоr", "Inspeсtor", "INSPECTOR", "Ins\u200bpector", "Ｉnspector"])
      expect([name, (await make(name)).status]).toEqual([name, 400]);
    expect((await make("MаsterAdmin")).status).toBe(400);
  });

  test("in its own letters is free", async () => {
    for (const name of ["Инспектор", "Нозир", "Müfəttiş", "Inspector of Sughd"])
      expect([name, (await make(name)).status]).toEqual([name, 201]);
    expect(confusableKey("Нозир")).not.toBe(confusableKey("Инспектор"));
  });
});
