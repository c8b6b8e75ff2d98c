/** `npm run nihol -- audit`: the chain of the audit log, anchored and checked. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { env } from "@nihol/db/env";
import {
  type Anchor,
  anchorLine,
  anchorsFile,
  readAnchors,
  writeAnchor,
} from "@nihol/store/audit/audit-anchor";
import { type ChainFault, type ChainReport, verifyAuditLog } from "@nihol/store/audit/audit-verify";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- audit COMMAND

  anchor                    seals what was logged until now, writes where the chain ends to
                            ${anchorsFile} in the data folder, and prints it
  verify [--anchors FILE]   walks the whole log and names the first row that was altered, taken out
                            or put in, and the first anchor that it contradicts; ends with 1 then

FILE is a copy of the anchors that was kept elsewhere; without it those of the data folder are used.`;

const ownAnchors = join(env.dataDir, anchorsFile);
const say = (line: string) => process.stdout.write(`${line}\n`);

const anchor = () =>
  withData(async ({ sql: db }) => {
    const written = await writeAnchor(db, ownAnchors, new Date());
    if (!written) throw new CommandError("nothing was logged yet: there is nothing to anchor");
    say(anchorLine(written));
  });

const rowText = (id: number | null) => (id === null ? "the beginning" : `row ${id}`);

const whatIsWrong: Record<ChainFault["kind"], (fault: ChainFault) => string> = {
  altered: ({ id, afterId }) =>
    `${rowText(id)} was altered, or what stood between it and ${rowText(afterId)} was taken out`,
  missing: ({ position, afterId }) =>
    `row number ${position} of the chain is missing: it came after ${rowText(afterId)}`,
  added: ({ id, position }) => `${rowText(id)} was put in beside number ${position - 1}`,
  tail: ({ position, afterId }) =>
    `the rows from number ${position} on are missing: they came after ${rowText(afterId)}`,
  resealed: ({ id, since }) =>
    `the log was written anew: at ${rowText(id)} the chain is another one; changed was something ${
      since ? `after row ${since.lastId}` : "from the beginning on"
    }`,
};

const since = (found: Anchor | undefined, text: string) =>
  found ? [`${text} ${anchorLine(found)}`] : [];

function report({ sealed, unsealed, anchors, fault }: ChainReport) {
  if (fault) {
    say(`BROKEN: ${whatIsWrong[fault.kind](fault)}`);
    for (const line of [
      ...since(fault.anchor, "  it contradicts the anchor"),
      ...since(fault.since, "  the log agrees up to the anchor"),
    ])
      say(line);
    process.exitCode = 1;
    return;
  }
  say(`the audit log is whole: ${sealed} sealed rows and ${anchors} anchors agree`);
  if (unsealed > 0) say(`${unsealed} newer rows are not sealed yet`);
}

async function verify(file: string | undefined) {
  if (file !== undefined && !existsSync(file)) throw new CommandError(`there is no file ${file}`);
  const from = file ?? ownAnchors;
  // Before the log: what an anchor names is sealed already.
  const anchors = await readAnchors(from).catch((error: Error) => {
    throw new CommandError(`${from}: ${error.message}`);
  });
  await withData(async ({ sql: db }) => report(await verifyAuditLog(db, anchors)));
}

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { anchors: { type: "string" } },
  });
  const [command, ...more] = positionals;
  if (more.length === 0 && command === "anchor" && !values.anchors) return anchor();
  if (more.length === 0 && command === "verify") return verify(values.anchors);
  throw new CommandError(usage);
});
