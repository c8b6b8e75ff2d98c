import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, keepFirstSignIn } from "../../src/announce.ts";
import { insertFirstData } from "../../src/commands/first-data.ts";
import { hashPassword, passwordMatches } from "../../src/shared/accounts/passwords.ts";

let db: FreshDatabase;
let dataDir: string;
let printed = "";
beforeEach(async () => {
  db = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), "nihol-first-"));
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const options = { demo: "small", adminEmail: undefined } as const;
const hashOf = async (email: string) =>
  (
    await db.sql
      .selectFrom("user_account")
      .where("email", "=", email)
      .select("password_hash")
      .executeTakeFirstOrThrow()
  ).password_hash;

test("people of the demonstration have another password than the MasterAdmin, given or not", async () => {
  const given = "a password that was given";
  const first = await insertFirstData(db, {
    ...{ ...options, adminPassword: given, demoPassword: undefined },
  });
  const demoHash = await hashOf("sysadmin@nihol.example");
  expect(await passwordMatches(demoHash, given)).toBe(false);
  expect(await passwordMatches(demoHash, first?.demoPassword ?? "")).toBe(true);
  expect(first?.password).toBeUndefined();
});

test("the first sign-in is said again until the MasterAdmin's password was changed, and then its file goes", async () => {
  const generated = { adminPassword: undefined, demoPassword: undefined };
  const first = await insertFirstData(db, { ...options, ...generated });
  if (!first) throw new Error("nothing was made");
  await keepFirstSignIn(dataDir, first);
  const again = () => announce("http://x", { db: db.sql, dataDir }, undefined);
  await again();
  expect(printed).toContain(first.password);
  expect(printed).toContain(first.demoPassword);
  const file = join(dataDir, "first-sign-in.txt");
  expect(await readFile(file, "utf8")).toContain(first.password);

  const password_hash = await hashPassword("a password of one's own");
  await db.sql
    .updateTable("user_account")
    .set({ password_hash })
    .where("email", "=", first.email)
    .execute();
  printed = "";
  await again();
  expect(printed).not.toContain(first.password);
  expect(existsSync(file)).toBe(false);
});

test("of two first starts at once one makes the first people, and the other begins with them", async () => {
  const generated = { adminPassword: undefined, demoPassword: undefined };
  const starts = [1, 2].map(() => insertFirstData(db, { ...options, demo: false, ...generated }));
  const made = await Promise.all(starts);
  expect(made.filter(Boolean)).toHaveLength(1);
  const people = await db.sql.selectFrom("user_account").select("email").execute();
  expect(people).toEqual([{ email: made.find(Boolean)?.email }]);
});
