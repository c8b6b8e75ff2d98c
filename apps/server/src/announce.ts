/** The lines a start prints: the address and how to sign in. */

import { chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "@nihol/db/connection";
import { type FirstSignIn, hasFirstPassword } from "./commands/first-data.ts";

const signInFile = (dataDir: string) => join(dataDir, "first-sign-in.txt");

function signInLines(first: FirstSignIn): string[] {
  const password = first.password ?? "the one in NIHOL_ADMIN_PASSWORD";
  const people = first.demoPeople.map((person) => `             ${person.email} (${person.role})`);
  return [
    `  e-mail     ${first.email} (MasterAdmin)`,
    `  password   ${password}`,
    ...(people.length
      ? [
          "  others     of the demonstration programme:",
          ...people,
          `  password   ${first.demoPassword ?? "the one in NIHOL_DEMO_PASSWORD"}`,
        ]
      : []),
  ];
}

/** Keeps the first sign-in beside the data, readable by the owner alone, so that a second start can say it again. */
export async function keepFirstSignIn(dataDir: string, first: FirstSignIn) {
  const file = signInFile(dataDir);
  await writeFile(file, `${signInLines(first).join("\n")}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** The kept sign-in while its password holds; once it was changed the file goes, and nothing is printed of it. */
async function keptSignIn(db: Db, dataDir: string): Promise<string | undefined> {
  const kept = await readFile(signInFile(dataDir), "utf8").catch(() => undefined);
  if (kept === undefined) return undefined;
  const [, email = ""] = /e-mail +(\S+)/.exec(kept) ?? [];
  const [, password = ""] = /password +(.+)/.exec(kept) ?? [];
  // A given password is not in the file: it says where it stands, for as long as the file is kept.
  if (/^the one in /.test(password) || (await hasFirstPassword(db, { email, password })))
    return kept;
  await rm(signInFile(dataDir), { force: true });
  return undefined;
}

/** Prints where the panel is and how to sign in. */
export async function announce(
  address: string,
  { db, dataDir }: { db: Db; dataDir: string },
  first: FirstSignIn | undefined,
) {
  const kept = first ? undefined : await keptSignIn(db, dataDir);
  const lines = first
    ? [
        ...signInLines(first),
        "  (kept in first-sign-in.txt of the data folder until the MasterAdmin's password is changed)",
      ]
    : [
        kept
          ? kept.trimEnd()
          : "  sign in with your account; `npm run nihol -- user password EMAIL` sets a new password",
      ];
  process.stdout.write(`\nNihol is running at ${address}\n${lines.join("\n")}\n\n`);
}
