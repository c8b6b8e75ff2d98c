/** `npm run nihol -- user`: people who may sign in, from the machine itself (nobody can get in yet, or any more). */

import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import { insertPerson, seedBuiltInRoles } from "@nihol/seed/accounts";
import { checkPassword, hashPassword } from "../shared/accounts/passwords.ts";
import { findAccount, listAccounts, listRoleNames, updatePassword } from "./account-queries.ts";
import { askSecret } from "./ask.ts";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- user COMMAND

  add EMAIL [--role MasterAdmin] [--first NAME] [--last NAME] [--generate]
  password EMAIL [--generate]      sets a new password and ends all sessions
  list

The password is asked for, or read from standard input; --generate makes one and prints it.`;

async function newPassword(email: string, generate: boolean): Promise<string> {
  if (generate) {
    const password = randomBytes(18).toString("base64url");
    process.stdout.write(`password ${password}\n`);
    return password;
  }
  const { min, max } = limits.password;
  const password = await askSecret(`Password (${min} to ${max} characters): `);
  if (password.length < min || password.length > max) {
    throw new CommandError(`a password has ${min} to ${max} characters`);
  }
  try {
    checkPassword(password, email);
  } catch {
    throw new CommandError("this password is common, or contains the e-mail; choose another");
  }
  return password;
}

async function add(db: Db, email: string, options: Record<string, string | boolean | undefined>) {
  await seedBuiltInRoles(db);
  const role = String(options.role ?? "MasterAdmin");
  const roles = await listRoleNames(db);
  if (!roles.includes(role)) {
    throw new CommandError(`there is no role "${role}"; there are: ${roles.join(", ")}`);
  }
  if (await findAccount(db, email)) throw new CommandError(`${email} has an account already`);
  const password = await newPassword(email, options.generate === true);
  await insertPerson(db, {
    email,
    firstName: String(options.first ?? email.split("@")[0]),
    lastName: String(options.last ?? ""),
    role,
    passwordHash: await hashPassword(password),
  });
  process.stdout.write(`${email} was added as ${role}\n`);
}

async function setPassword(db: Db, email: string, generate: boolean) {
  const account = await findAccount(db, email);
  if (!account) throw new CommandError(`there is no account ${email}`);
  const passwordHash = await hashPassword(await newPassword(email, generate));
  await updatePassword(db, account.id, passwordHash);
  process.stdout.write(`${email} has a new password; every session of this account has ended\n`);
}

async function list(db: Db) {
  const rows = await listAccounts(db);
  for (const row of rows) {
    const seen = row.last_login ? row.last_login.toISOString().slice(0, 16) : "never";
    const name = `${row.first_name} ${row.last_name}`.trim();
    const state = row.is_active ? "" : "  (inactive)";
    process.stdout.write(`${row.email}  ${row.role}  ${name}  last sign-in ${seen}${state}\n`);
  }
}

function checkEmail(email: string | undefined): string {
  if (email && /^[^\s@]+@[^\s@]+$/.test(email)) return email.toLowerCase();
  throw new CommandError(`an e-mail is needed\n\n${usage}`);
}

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      role: { type: "string" },
      first: { type: "string" },
      last: { type: "string" },
      generate: { type: "boolean" },
    },
  });
  const [command, email] = positionals;
  if (command === "list") return withData(({ sql: db }) => list(db));
  if (command === "add") {
    const checked = checkEmail(email);
    return withData(({ sql: db }) => add(db, checked, values));
  }
  if (command === "password") {
    const checked = checkEmail(email);
    return withData(({ sql: db }) => setPassword(db, checked, values.generate === true));
  }
  throw new CommandError(usage);
});
