/** `npm run nihol -- doctor`: is all here that the product needs, and with which settings does it run. */
import { runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- doctor

Checks this machine and shows every setting with its default and its present value.
Ends with 1 when the product cannot run; what is marked ! only limits it.`;

const signs = { good: "ok", weak: "! ", wrong: "NO" };

await runCommand(usage, async () => {
  // Loaded here, so that a wrong setting is a sentence like everything else.
  const { checkAll } = await import("./checks.ts");
  const { describeSettings } = await import("@nihol/db/env");
  const say = (line: string) => process.stdout.write(`${line}\n`);

  const results = await checkAll();
  for (const { subject, state, text, mend } of results) {
    say(`${signs[state]}  ${subject.padEnd(12)} ${text}`);
    if (mend) say(`    ${" ".repeat(12)} → ${mend}`);
  }

  say("\nSettings (environment variables)");
  for (const { name, description, defaultText, current } of describeSettings()) {
    say(`  ${name.padEnd(22)} ${description}`);
    say(
      `  ${"".padEnd(22)} ${current === undefined ? "" : `now: ${current} · `}default: ${defaultText}`,
    );
  }

  if (results.some(({ state }) => state === "wrong")) {
    say("\nWhat is marked NO keeps the product from running.");
    process.exitCode = 1;
  }
});
