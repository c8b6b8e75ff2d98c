/**
 * Before each file: what a failed test leaves of its pages is kept under test-output/traces: a trace of what was done,
 * asked and told, for `npx playwright-core show-trace FILE`, and an image of the end.
 */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, inject } from "vitest";
import { openVisits, shareBrowser, type Visit } from "./browser.ts";

shareBrowser(inject("sharedAddress"));

const folder = resolve(import.meta.dirname, "../../test-output/traces");

async function keep({ page, context }: Visit, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => undefined);
  await context.tracing.stopChunk({ path: join(folder, `${name}.zip`) });
}

let before: ReadonlySet<Visit> = new Set();

beforeEach(async () => {
  before = new Set(openVisits);
  for (const { context } of openVisits) await context.tracing.startChunk();
});

afterEach(async ({ task }) => {
  const hasFailed = task.result?.state === "fail";
  const name = `${task.file.name} ${task.name}`.replace(/\W+/g, "-").slice(0, 120);
  for (const [n, visited] of [...openVisits].entries()) {
    if (hasFailed) await keep(visited, `${name}-${n}`);
    else await visited.context.tracing.stopChunk();
    // A context that a failed test did not come to close does no more work beside the next one.
    if (!before.has(visited)) await visited.context.close();
  }
});
