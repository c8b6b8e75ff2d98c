/** Lines of `doctor` on the mail: whether any is sent, what waits and why, what the mail server refused. */
import { connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { inspectDatabase } from "@nihol/db/launcher/launcher";
import { openDatabase } from "@nihol/db/open-database";
import { mailState } from "@nihol/store/mail/mail-rows";

type State = Awaited<ReturnType<typeof mailState>>;

/** Undefined while the embedded database does not run: looking at the mail must not start it. */
async function readState(): Promise<State | undefined> {
  if (env.databaseUrl === undefined && !(await inspectDatabase(env.dataDir)).running)
    return undefined;
  const database = await openDatabase(env.dataDir);
  const db = connect(database.config, { applicationName: "nihol doctor", max: 1 });
  try {
    return await mailState(db.sql);
  } finally {
    await db.close();
    await database.stop();
  }
}

/** Writes the state in words, with what is to be done where mail is not delivered. */
function mailReport(
  where: string,
  { waiting, refused, since, problem }: State,
): { text: string; mend?: string } {
  const parts = [where];
  if (waiting > 0) parts.push(`${waiting} waiting since ${since?.toISOString() ?? "now"}`);
  if (problem !== null) parts.push(`the mail server said: ${problem}`);
  if (refused > 0) parts.push(`${refused} refused for good`);
  const text = parts.join(", ");
  if (problem !== null)
    return { text, mend: "check NIHOL_SMTP_… and that the mail server answers" };
  if (refused > 0) return { text, mend: "check the e-mail addresses of these people in the panel" };
  return { text };
}

/** Line of the report; where nothing is mailed, that is said. */
export async function checkMail(): Promise<{ text: string; mend?: string }> {
  if (env.smtpHost === undefined) return { text: "not set up: nothing is mailed" };
  const where = `${env.smtpHost}:${env.smtpPort}`;
  if (env.publicUrl === undefined)
    return { text: where, mend: "set NIHOL_PUBLIC_URL: letters have no links without it" };
  try {
    const state = await readState();
    return state ? mailReport(where, state) : { text: where };
  } catch (error) {
    return { text: where, mend: error instanceof Error ? error.message : String(error) };
  }
}
