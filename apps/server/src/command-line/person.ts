/** `npm run nihol -- person`: what names one person, as a file, and the deletion of it. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { env } from "@nihol/db/env";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import { exportPerson, forgetPerson } from "../commands/person-data.ts";
import { confirm } from "./ask.ts";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- person COMMAND

  export EMAIL [FILE]     everything that names the person, as JSON: into FILE, or printed
  forget EMAIL [--yes]    replaces name, e-mail and photo, ends sessions and tokens, deletes what
                          was theirs alone; says what is left behind, and why

Make the export before the deletion. A deletion cannot be undone but from a backup.`;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function writeExport(email: string, file: string | undefined) {
  const data = await withData(({ sql: db }) => exportPerson(db, email));
  if (!data) throw new CommandError(`there is no account ${email}`);
  const text = `${JSON.stringify(data, null, 2)}\n`;
  if (file === undefined) return void process.stdout.write(text);
  await writeFile(resolve(file), text, { mode: 0o600 });
  const rows = Object.values(data.rows).reduce((sum, found) => sum + found.length, 0);
  say(`${resolve(file)}: the account, ${rows} rows, ${data.audit.length} lines of the audit log`);
}

async function forget(email: string, yes: boolean) {
  await confirm(`Delete the data of ${email}?`, yes, "nothing was deleted");
  await withData(async ({ sql: db }) => {
    const found = await forgetPerson(db, email);
    if (!found) throw new CommandError(`there is no account ${email}`);
    const { id, photoKey, deleted, left, sharing, auditLines } = found;
    if (photoKey) await (await openFiles(filesAt(env))).erase(photoKey);
    say(`account ${id} has no name, e-mail or photo any more, and nobody signs in with it`);
    for (const [table, count] of Object.entries(deleted)) say(`  deleted  ${table}: ${count}`);
    say("Left behind:");
    for (const [place, count] of Object.entries(left))
      say(`  ${place}: ${count}, which name account ${id}: the record of what was done stays`);
    if (sharing > 0)
      say(
        `  directory of employees: ${sharing} entries have this e-mail, and nobody can tell which is the person's; change it in the panel`,
      );
    say(
      `  audit log: ${auditLines} lines name account ${id}; lines of changes to the account hold what it was called. A sealed log is not altered: they go after their days (NIHOL_KEEP_DAYS, audit)`,
    );
    say(`  backups: the newest ${env.backupKeep} hold it until newer ones take their place`);
    say("  letters and notices to others may name the person: they go after 30 and 90 days");
    say("  what people wrote by hand (comments, descriptions, documents) is not searched");
  });
}

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: "boolean" } },
  });
  const [command, email, file] = positionals;
  if (email === undefined || !email.includes("@")) throw new CommandError(usage);
  if (command === "export") return writeExport(email, file);
  if (command === "forget") return forget(email, values.yes === true);
  throw new CommandError(usage);
});
