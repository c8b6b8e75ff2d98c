/** `npm run nihol -- COMMAND`: one entry to every program of the product. */
import { existsSync } from "node:fs";
import { ensureInstalled } from "./install.mjs";
import { become, inRoot } from "./programs.mjs";

const commands = {
  detect: [
    "apps/worker/src/cli/detect-command.ts",
    "find the trees in an image; needs no database",
  ],
  "export-coco": [
    "apps/worker/src/cli/export-coco-command.ts",
    "write what staff looked through, to train on",
  ],
  server: ["apps/server/src/main.ts", "run the server (npm start installs and builds first)"],
  worker: ["apps/worker/src/main.ts", "run a worker for the database of DATABASE_URL"],
  user: ["apps/server/src/command-line/user.ts", "add a user, set a password, list users"],
  doctor: ["apps/server/src/command-line/doctor.ts", "check this machine and show all settings"],
  reset: ["apps/server/src/command-line/reset.ts", "remove the demonstration, or everything"],
  import: ["apps/server/src/command-line/import.ts", "bring data in"],
  export: ["apps/server/src/command-line/export.ts", "take data out"],
  backup: ["apps/server/src/command-line/backup.ts", "write all data into one file"],
  restore: ["apps/server/src/command-line/restore.ts", "read a backup into a new data folder"],
  "table-types": ["packages/db/src/write-table-types.ts", "write the types of the tables"],
};

const present = Object.entries(commands).filter(([, [file]]) => existsSync(inRoot(file)));

function usage() {
  const lines = present.map(([name, [, text]]) => `  ${name.padEnd(12)} ${text}`);
  return `Usage: npm run nihol -- COMMAND [--help]\n\nCommands:\n${lines.join("\n")}`;
}

const [name, ...args] = process.argv.slice(2);
const found = present.find(([command]) => command === name);
if (name === undefined || name === "--help" || name === "help") {
  console.log(usage());
} else if (!found) {
  console.error(`There is no command "${name}".\n\n${usage()}`);
  process.exit(2);
} else {
  const [file] = found[1];
  const program = ["server", "worker"].includes(name);
  // The two that run until they are stopped read no arguments.
  if (program && args.includes("--help")) {
    console.log(`npm run nihol -- ${name}: ${found[1][1]}.\nSettings: npm run nihol -- doctor`);
  } else {
    await ensureInstalled();
    become(file, args, { ownGroup: program });
  }
}
