/** Runs a command to its end; loads no settings, so that a wrong one can be reported as a sentence. */

/** Says what a command cannot do, in words for the person who typed it. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** Runs a command to its end: a refusal is one sentence and exit code 1, never a stack trace. */
export async function runCommand(usage: string, work: (args: string[]) => Promise<void>) {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(`${usage}\n`);
    return;
  }
  try {
    await work(args);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  }
}
