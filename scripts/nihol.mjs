/** `npm run nihol -- COMMAND`: one entry to every program of the product. */
import { ensureInstalled } from "./install.mjs";
import { prepareProgram } from "./prepare-program.mjs";
import { become } from "./programs.mjs";

const commands = {
  detect: [
    "apps/worker/src/cli/detect-command.ts",
    "find the trees in an image; needs no database",
    // Little room for new objects: 200 MB less for an image of 100 megapixels, and no slower.
    ["--max-semi-space-size=4"],
  ],
  learn: [
    "apps/worker/src/cli/learn-command.ts",
    "learn from labelled images what is a tree on their ground; needs no database",
  ],
  "export-coco": [
    "apps/worker/src/cli/export-coco-command.ts",
    "write what staff looked through, to train on",
  ],
  server: ["apps/server/src/main.ts", "run the server, with the panel"],
  worker: ["apps/worker/src/main.ts", "run a worker for the database of DATABASE_URL"],
  user: ["apps/server/src/command-line/user.ts", "add a user, set a password, list users"],
  person: ["apps/server/src/command-line/person.ts", "export or delete what names one person"],
  files: [
    "apps/server/src/command-line/files.ts",
    "compare files with the database, look into the trash, adopt a folder",
  ],
  audit: [
    "apps/server/src/command-line/audit.ts",
    "check the audit log for what was altered or taken out",
  ],
  backup: ["apps/server/src/command-line/backup.ts", "back up the database and its files"],
  verify: ["apps/server/src/command-line/verify.ts", "read a backup whole, and say if it is sound"],
  restore: [
    "apps/server/src/command-line/restore.ts",
    "restore a backup into an empty data folder or database",
  ],
  "open-data": [
    "apps/server/src/command-line/open-data-command.ts",
    "publish collections of the OGC API for everybody",
  ],
  doctor: ["apps/server/src/command-line/doctor.ts", "check this machine and show all settings"],
  reset: ["apps/server/src/command-line/reset.ts", "remove the demonstration, or everything"],
  "table-types": ["packages/db/src/write-table-types.ts", "write the types of the tables"],
};

function usage() {
  const lines = Object.entries(commands).map(([name, [, text]]) => `  ${name.padEnd(12)} ${text}`);
  return `Usage: npm run nihol -- COMMAND [--help]\n\nCommands:\n${lines.join("\n")}`;
}

const [name, ...args] = process.argv.slice(2);
const found = Object.hasOwn(commands, name ?? "") ? commands[name] : undefined;
if (name === undefined || name === "--help" || name === "help") {
  console.log(usage());
} else if (!found) {
  console.error(`There is no command "${name}".\n\n${usage()}`);
  process.exit(2);
} else {
  const [file, text, nodeOptions] = found;
  const program = ["server", "worker"].includes(name);
  // The two that run until they are stopped read no arguments.
  if (program && args.includes("--help")) {
    console.log(`npm run nihol -- ${name}: ${text}.\nSettings: npm run nihol -- doctor`);
  } else {
    await ensureInstalled();
    if (program) await prepareProgram(name);
    become(file, args, { ownGroup: program, nodeOptions });
  }
}
