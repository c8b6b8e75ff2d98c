/** Questions on the terminal. Without one (a script, CI) the answer comes from standard input. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { CommandError } from "./run-command.ts";

/** Asks for one line. */
export async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } finally {
    reader.close();
  }
}

/** Asks for one line that is not shown while it is typed. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ask("");
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await reader.question("");
  } finally {
    reader.close();
    process.stderr.write("\n");
  }
}

/** Asks for a yes. @throws CommandError with `otherwise` when it does not come; without a terminal only `--yes` is one */
export async function confirm(question: string, yes: boolean, otherwise: string) {
  if (yes) return;
  const answer = process.stdin.isTTY ? await ask(`${question} Type "yes": `) : "";
  if (answer.trim().toLowerCase() !== "yes")
    throw new CommandError(`${otherwise} (answer yes, or give --yes)`);
}
