/** The lines a start prints: the address and how to sign in. */
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FirstSignIn } from "./commands/first-data.ts";

const signInFile = (dataDir: string) => join(dataDir, "first-sign-in.txt");

function signInLines(first: FirstSignIn): string[] {
  const password = first.password ?? "the one in NIHOL_ADMIN_PASSWORD";
  const people = first.demoPeople.map((person) => `             ${person.email} (${person.role})`);
  return [
    `  e-mail     ${first.email} (MasterAdmin)`,
    `  password   ${password}`,
    ...(people.length
      ? ["  others     of the demonstration programme, same password:", ...people]
      : []),
  ];
}

/** Keeps the first sign-in beside the data, readable by the owner alone, so that a second start can say it again. */
export async function keepFirstSignIn(dataDir: string, first: FirstSignIn) {
  const file = signInFile(dataDir);
  await writeFile(file, `${signInLines(first).join("\n")}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** Prints where the panel is and how to sign in. */
export async function announce(address: string, dataDir: string, first: FirstSignIn | undefined) {
  const kept = await readFile(signInFile(dataDir), "utf8").catch(() => undefined);
  const lines = first
    ? [
        ...signInLines(first),
        "  (kept in first-sign-in.txt of the data folder; delete that file once passwords are changed)",
      ]
    : [
        kept
          ? kept.trimEnd()
          : "  sign in with your account; `npm run nihol -- user password EMAIL` sets a new password",
      ];
  process.stdout.write(`\nNihol is running at ${address}\n${lines.join("\n")}\n\n`);
}
