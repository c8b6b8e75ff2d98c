/** Export and deletion of what names one person. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportPerson, forgetPerson } from "../../src/commands/person-data.ts";
import { password, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

/** Somebody with a name, who ordered a backup and chose what to hear of. */
async function namedPerson() {
  const master = await server.person("MasterAdmin");
  const one = await server.person("SysAdmin");
  const { pool } = server.db;
  await pool.query("update user_account set first_name = 'Zarina' where id = $1", [one.id]);
  await pool.query(
    "insert into backup_run (origin, state, user_id, ended_at) values ('panel', 'failed', $1, now())",
    [one.id],
  );
  await pool.query("insert into notice_choice (user_id, kind, way) values ($1, 'mention', 'off')", [
    one.id,
  ]);
  await pool.query(
    "insert into audit_log (actor_id, action, resource, resource_id) values ($1::int, 'change', 'user', $1::int::text)",
    [one.id],
  );
  return { master, one };
}

test("the export holds every row that refers to the account, and no secret", async () => {
  const { one } = await namedPerson();
  const data = await exportPerson(server.db.sql, one.email.toUpperCase());
  expect(data?.account).toMatchObject({ id: one.id, first_name: "Zarina", email: one.email });
  expect(Object.keys(data?.rows ?? {})).toEqual(
    expect.arrayContaining([
      "backup_run.user_id",
      "notice_choice.user_id",
      "refresh_token.user_id",
    ]),
  );
  expect(data?.audit.length).toBeGreaterThan(0);
  const text = JSON.stringify(data);
  for (const secret of ["password_hash", "token_hash", "argon2"])
    expect(text).not.toContain(secret);
  expect(await exportPerson(server.db.sql, "nobody@test.example")).toBeUndefined();
});

test("a forgotten person has no name and no way in, and the record keeps the number", async () => {
  const { master, one } = await namedPerson();
  const { sql: db } = server.db;
  const found = await forgetPerson(db, one.email);
  expect(found).toMatchObject({
    id: one.id,
    deleted: { notice_choice: 1 },
    left: { "account_organization.user_id": 1, "backup_run.user_id": 1 },
  });
  expect(found?.auditLines).toBeGreaterThan(0);
  expect((await one.call("GET", "/user-profile")).status).toBe(401);
  const signIn = { email: one.email, password };
  expect((await server.anonymous("POST", "/token", signIn)).status).toBe(401);
  const { rows } = await server.db.pool.query(
    "select to_jsonb(u)::text as text from user_account u",
  );
  const text = rows.map((row: { text: string }) => row.text).join(" ");
  expect(text).not.toContain(one.email);
  const { rows: audit } = await server.db.pool.query(
    "select action from audit_log where resource = 'user' and resource_id = $1 order by id desc limit 1",
    [String(one.id)],
  );
  expect(audit).toEqual([{ action: "delete" }]);
  expect(await forgetPerson(db, one.email)).toBeUndefined();
  expect((await master.call("GET", "/user-profile")).status).toBe(200);
});

test("an entry of the directory loses its name, unless several have the address", async () => {
  const { pool } = server.db;
  const add = (...emails: string[]) =>
    pool.query(
      `with type as (insert into organization_type (name) values ('{}') returning id),
         office as (insert into ministry (name, organization_type_id) select '{}', id from type returning id)
       insert into ministry_employee (ministry_id, first_name, last_name, email)
       select office.id, 'Zarina', 'N', e from office, unnest($1::text[]) e`,
      [emails],
    );
  const namesOf = async (email: string) => {
    const query = "select first_name from ministry_employee where lower(email) = lower($1)";
    return (await pool.query<{ first_name: string }>(query, [email])).rows;
  };
  const [alone, shared] = [await server.person("SysAdmin"), await server.person("SysAdmin")];
  await add(alone.email.toUpperCase());
  await add(shared.email, shared.email);
  const one = await forgetPerson(server.db.sql, alone.email);
  expect(one?.deleted).toMatchObject({ "ministry_employee (name, phone, e-mail)": 1 });
  expect(await namesOf(alone.email)).toEqual([]);
  const two = await forgetPerson(server.db.sql, shared.email);
  expect(two?.sharing).toBe(2);
  expect(await namesOf(shared.email)).toHaveLength(2);
});

test("the only active MasterAdmin stays", async () => {
  const { rows } = await server.db.pool.query<{ email: string }>(
    `select u.email from user_account u join user_group g on g.id = u.group_id
     where g.name = 'MasterAdmin' and u.is_active order by u.id`,
  );
  const [kept, ...others] = rows.map(({ email }) => email);
  for (const email of others) await forgetPerson(server.db.sql, email);
  await expect(forgetPerson(server.db.sql, kept ?? "")).rejects.toThrow("only active MasterAdmin");
});
