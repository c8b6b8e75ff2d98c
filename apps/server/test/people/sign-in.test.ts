import { resources } from "@nihol/contract/values/permissions";
import { deleteEndedSessions } from "@nihol/store/ended-sessions";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, password, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

type Tokens = { access: string; refresh: string };

test("says that the e-mail is missing, and not that the password is wrong", async () => {
  for (const named of [{}, { email: "" }, { username: " " }])
    expect(await server.anonymous("POST", "/token", { ...named, password: "x" })).toMatchObject({
      status: 400,
      body: { email: [expect.any(String)] },
    });
});

test("signs in by e-mail whatever its case, and by the alias username", async () => {
  const { email } = await server.person("SysAdmin");
  expect(
    (await server.anonymous("POST", "/token", { email: email.toUpperCase(), password })).status,
  ).toBe(200);
  expect((await server.anonymous("POST", "/token", { username: email, password })).status).toBe(
    200,
  );
});

test("answers alike for a wrong password, an unknown e-mail and an inactive account", async () => {
  const known = await server.person("SysAdmin");
  const inactive = await server.person("SysAdmin");
  await server.db.sql
    .updateTable("user_account")
    .set({ is_active: false })
    .where("id", "=", inactive.id)
    .execute();
  const answers = await Promise.all([
    server.anonymous("POST", "/token", { email: known.email, password: "not the right password" }),
    server.anonymous("POST", "/token", { email: "nobody@test.example", password }),
    server.anonymous("POST", "/token", { email: inactive.email, password }),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(401);
    expect(body).toMatchObject({ code: "no_active_account" });
  }
});

test("throttles an account after five failures, with Retry-After, and says so in the caller's language", async () => {
  const { email } = await server.person("SysAdmin");
  for (let i = 0; i < 5; i++)
    await server.anonymous("POST", "/token", { email, password: "wrong wrong wrong" });
  const refused = await server.anonymous<{ detail: string; code: string }>(
    "POST",
    "/token",
    { email, password },
    { "accept-language": "az" },
  );
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("900");
  expect(refused.body.code).toBe("too_many_attempts");
  expect(refused.body.detail).toMatch(/[əğışçöü]/);
});

test("rotates refresh tokens, and a reused one ends the whole family", async () => {
  const { email } = await server.person("SysAdmin");
  const first = await server.tokensOf(email);
  const second = await server.anonymous<Tokens>("POST", "/token/refresh", {
    refresh: first.refresh,
  });
  expect(second.status).toBe(200);
  expect(second.body.refresh).not.toBe(first.refresh);
  await server.db.sql
    .updateTable("refresh_token")
    .set({ used_at: new Date(Date.now() - 60_000) })
    .where("used_at", "is not", null)
    .execute();
  const reused = await server.anonymous("POST", "/token/refresh", { refresh: first.refresh });
  expect(reused.status).toBe(401);
  const heir = await server.anonymous("POST", "/token/refresh", { refresh: second.body.refresh });
  expect(heir.status).toBe(401);
});

const profileBy = async (access: string) =>
  (await server.callerWith({ authorization: `Bearer ${access}` })("GET", "/user-profile")).status;

test("logout ends the family, and its access tokens at once", async () => {
  const { email } = await server.person("SysAdmin");
  const { access, refresh } = await server.tokensOf(email);
  const other = await server.tokensOf(email);
  expect(await profileBy(access)).toBe(200);
  expect((await server.anonymous("POST", "/token/logout", { refresh })).status).toBe(204);
  expect((await server.anonymous("POST", "/token/refresh", { refresh })).status).toBe(401);
  expect(await profileBy(access)).toBe(401);
  expect(await profileBy(other.access)).toBe(200);
});

test("a token used fifty times within its grace has one successor", async () => {
  const { email } = await server.person("SysAdmin");
  const { refresh } = await server.tokensOf(email);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      server.anonymous<Tokens>("POST", "/token/refresh", { refresh }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1);
});

test("a theft that is noticed ends the access tokens of both holders", async () => {
  const { email } = await server.person("SysAdmin");
  const first = await server.tokensOf(email);
  const thief = await server.anonymous<Tokens>("POST", "/token/refresh", first);
  await server.db.sql
    .updateTable("refresh_token")
    .set({ used_at: new Date(Date.now() - 60_000) })
    .where("used_at", "is not", null)
    .execute();
  expect((await server.anonymous("POST", "/token/refresh", first)).status).toBe(401);
  expect(await profileBy(first.access)).toBe(401);
  expect(await profileBy(thief.body.access)).toBe(401);
});

test("whoever lost the answer of a renewal asks again with the same mark; a thief has another", async () => {
  const { email } = await server.person("SysAdmin");
  const { refresh } = await server.tokensOf(email);
  const renew = (held: string, attempt?: string) =>
    server.anonymous<Tokens>("POST", "/token/refresh", { refresh: held, attempt });
  const anHourLater = () =>
    server.db.sql
      .updateTable("refresh_token")
      .set({ used_at: new Date(Date.now() - 3_600_000) })
      .where("used_at", "is not", null)
      .execute();
  const mine = "a mark that the panel drew";
  const lost = await renew(refresh, mine);
  await anHourLater();
  const again = await renew(refresh, mine);
  expect([again.status, again.body.refresh]).toEqual([200, lost.body.refresh]);
  expect((await renew(again.body.refresh, "the mark of another renewal")).status).toBe(200);
  // The successor was used: whoever comes now with the first token, with whatever mark, is not whom it was given to.
  await anHourLater();
  expect((await renew(refresh, mine)).status).toBe(401);
  const other = await server.tokensOf(email);
  await renew(other.refresh, "what the thief drew");
  await anHourLater();
  expect((await renew(other.refresh, mine)).status).toBe(401);
});

test("rows of ended sessions go, of people who never return too", async () => {
  const { email, id } = await server.person("SysAdmin");
  await server.tokensOf(email);
  const left = () =>
    server.db.sql.selectFrom("refresh_token").where("user_id", "=", id).select("id").execute();
  const living = await left();
  expect(living).not.toEqual([]);
  await deleteEndedSessions(server.db.sql, new Date());
  expect(await left()).toEqual(living);
  await deleteEndedSessions(server.db.sql, new Date(Date.now() + 13 * 3_600_000));
  expect(await left()).toEqual([]);
});

const cookiesOf = (headers: Record<string, unknown>) =>
  [headers["set-cookie"]].flat().map((one) => String(one));
const sentBack = (cookies: string[]) => cookies.map((one) => one.split(";")[0]).join("; ");

test("the panel's refresh token is a cookie that no script and no other site can use", async () => {
  const { email } = await server.person("SysAdmin");
  const answer = await server.anonymous<{ access: string; refresh: null }>("POST", "/token", {
    email,
    password,
    cookie: true,
  });
  expect(answer.body.refresh).toBeNull();
  const refresh = cookiesOf(answer.headers).filter((one) => one.startsWith("nihol_refresh"));
  expect(refresh).toHaveLength(1);
  expect(refresh[0]).toMatch(/Path=\/api\/token; .*HttpOnly.*SameSite=Strict/);
  const rotated = await server.anonymous(
    "POST",
    "/token/refresh",
    {},
    { cookie: sentBack(refresh) },
  );
  expect(rotated.status).toBe(200);
  const next = cookiesOf(rotated.headers);
  const ended = await server.anonymous("POST", "/token/logout", {}, { cookie: sentBack(next) });
  expect(cookiesOf(ended.headers)[0]).toContain("1970");
  expect(await profileBy(answer.body.access)).toBe(401);
  expect((await server.anonymous("POST", "/token/refresh", {})).status).toBe(400);
});

test("the profile says when its owner signed in the time before", async () => {
  const { email } = await server.person("SysAdmin");
  const previousOf = async ({ access }: Tokens) => {
    const call = server.callerWith({ authorization: `Bearer ${access}` });
    return (await call<{ previous_login: string | null }>("GET", "/user-profile")).body
      .previous_login;
  };
  const before = Date.now();
  await server.tokensOf(email);
  const between = Date.now();
  const previous = Date.parse((await previousOf(await server.tokensOf(email))) ?? "");
  expect(previous).toBeGreaterThanOrEqual(before);
  expect(previous).toBeLessThanOrEqual(between);
});

test("the profile holds role, permissions of every resource and scope", async () => {
  const { call } = await server.person("Gardener", { permissions: grants({ garden: "va" }) });
  const { status, body } = await call<{
    role: string;
    permissions: Record<string, Record<string, boolean>>;
  }>("GET", "/user-profile");
  expect(status).toBe(200);
  expect(body.role).toBe("Gardener");
  expect(Object.keys(body.permissions)).toEqual([...resources]);
  expect(body.permissions.garden).toEqual({ view: true, add: true, change: false, delete: false });
});

test("a new password needs the current one, must be long, uncommon and without the e-mail, and ends sessions", async () => {
  const { call, email } = await server.person("SysAdmin");
  const { refresh } = await server.tokensOf(email);
  const change = (body: object) => call<Record<string, string[]>>("PATCH", "/user-profile", body);
  expect((await change({ password: "a long enough new password" })).body).toHaveProperty(
    "current_password",
  );
  expect(
    (await change({ password: "short", current_password: password })).body.password?.[0],
  ).toContain("15");
  expect((await change({ password: "qwertyuiopasdfg", current_password: password })).status).toBe(
    400,
  );
  expect(
    (
      await change({
        password: `${email.split("@")[0]} and more words`,
        current_password: password,
      })
    ).status,
  ).toBe(400);
  expect(
    (await change({ password: "a long enough new password", current_password: "wrong" })).body,
  ).toHaveProperty("current_password");
  expect(
    (await change({ password: "a long enough new password", current_password: password })).status,
  ).toBe(200);
  expect((await server.anonymous("POST", "/token/refresh", { refresh })).status).toBe(401);
});

test("a token of an account that was deactivated is refused at once", async () => {
  const { call, id } = await server.person("SysAdmin");
  await server.db.sql
    .updateTable("user_account")
    .set({ is_active: false })
    .where("id", "=", id)
    .execute();
  expect((await call("GET", "/user-profile")).status).toBe(401);
});

test("guesses sent at once are stopped like guesses in a row", async () => {
  const { email } = await server.person("SysAdmin");
  const guesses = Array.from({ length: 30 }, () =>
    server.anonymous("POST", "/token", { email, password: "wrong wrong wrong" }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(25);
});

test("whoever goes on guessing from many places does not keep a known device out, and is slowed", async () => {
  const { email } = await server.person("SysAdmin");
  const signIn = (remoteAddress: string, given: string, cookie = "") =>
    server.app.inject({
      method: "POST",
      url: "/api/token",
      payload: { email, password: given },
      remoteAddress,
      headers: { cookie },
    });
  const first = await signIn("198.51.100.1", password);
  const device = sentBack(cookiesOf(first.headers));
  for (let i = 0; i < 26; i++) await signIn(`203.0.113.${i}`, "wrong wrong wrong");
  const unknown = await signIn("198.51.100.2", password);
  expect(unknown.statusCode).toBe(429);
  expect(Number(unknown.headers["retry-after"])).toBeLessThanOrEqual(36);
  expect((await signIn("198.51.100.2", password, device)).statusCode).toBe(200);
  // Slowed and not stopped: the next guess is taken once the last is 36 seconds old.
  await server.db.sql
    .updateTable("sign_in_failure")
    .set({ failed_at: sql`failed_at - interval '40 seconds'` })
    .execute();
  expect((await signIn("198.51.100.2", password)).statusCode).toBe(200);
  // The signature of another account's device is of no use.
  const other = await server.person("SysAdmin");
  const theirs = await server.anonymous("POST", "/token", { email: other.email, password });
  for (let i = 0; i < 26; i++) await signIn(`203.0.113.${100 + i}`, "wrong wrong wrong");
  const borrowed = await signIn("198.51.100.3", password, sentBack(cookiesOf(theirs.headers)));
  expect(borrowed.statusCode).toBe(429);
  // A known device is counted too.
  for (let i = 0; i < 5; i++) await signIn("198.51.100.2", "wrong wrong wrong", device);
  expect((await signIn("198.51.100.2", password, device)).statusCode).toBe(429);
});

test("guesses from elsewhere do not keep the owner of an account out", async () => {
  const { email } = await server.person("SysAdmin");
  const from = (remoteAddress: string, body: object) =>
    server.app.inject({ method: "POST", url: "/api/token", payload: body, remoteAddress });
  for (let i = 0; i < 6; i++) await from("203.0.113.7", { email, password: "wrong wrong wrong" });
  expect((await from("203.0.113.7", { email, password })).statusCode).toBe(429);
  expect((await from("198.51.100.9", { email, password })).statusCode).toBe(200);
});

test("guesses from ever other addresses do not keep a new device in the usual network out", async () => {
  const { email } = await server.person("SysAdmin");
  const from = (remoteAddress: string, given: string) =>
    server.app.inject({
      method: "POST",
      url: "/api/token",
      payload: { email, password: given },
      remoteAddress,
    });
  expect((await from("2001:db8:1:1::5", password)).statusCode).toBe(200);
  for (let i = 0; i < 30; i++) await from(`192.0.2.${i}`, "wrong wrong wrong");
  expect((await from("192.0.2.99", password)).statusCode).toBe(429);
  for (let i = 0; i < 5; i++)
    expect((await from(`2001:db8:1:1::${i + 6}`, password)).statusCode).toBe(200);
  // Whoever sits in that network guesses five times, and not without end.
  for (let i = 0; i < 5; i++) await from("2001:db8:1:1::7", "wrong wrong wrong");
  expect((await from("2001:db8:1:1::7", password)).statusCode).toBe(429);
});

test("an address that only claims to be forwarded is throttled as what it is", async () => {
  const { email } = await server.person("SysAdmin");
  const from = (forwarded: string) =>
    server.app.inject({
      method: "POST",
      url: "/api/token",
      payload: { email, password: "wrong wrong wrong" },
      remoteAddress: "203.0.113.8",
      headers: { "x-forwarded-for": forwarded },
    });
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++) statuses.push((await from(`192.0.2.${i}`)).statusCode);
  expect(statuses.at(-1)).toBe(429);
});

test("a session does not let its holder guess the current password", async () => {
  const { call } = await server.person("SysAdmin");
  const guess = () =>
    call("PATCH", "/user-profile", { password: "a new long password", current_password: "no" });
  for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(400);
  expect((await guess()).status).toBe(429);
});

test("a token of another issuer, algorithm or without an end is refused", async () => {
  const { id, email } = await server.person("SysAdmin");
  const { jwt } = server.app;
  const profile = async (token: string) =>
    (await server.callerWith({ authorization: `Bearer ${token}` })("GET", "/user-profile")).status;
  const sub = String(id);
  const { sid } = jwt.decode<{ sid: string }>((await server.tokensOf(email)).access) ?? {};
  expect(await profile(jwt.sign({ sub, sid }))).toBe(200);
  expect(await profile(jwt.sign({ sub }))).toBe(401);
  expect(await profile(jwt.sign({ sub, sid }, { iss: "another" }))).toBe(401);
  expect(await profile(jwt.sign({ sub, sid }, { algorithm: "HS512" }))).toBe(401);
  const none = [
    { alg: "none", typ: "JWT" },
    { sub, sid, iss: "nihol", exp: 9e9 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  expect(await profile(`${none}.`)).toBe(401);
});
