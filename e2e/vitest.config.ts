import { defineConfig } from "vitest/config";
import { LongFirst } from "../test/long-first.ts";
import { maxWait } from "./support/until.ts";

/**
 * Browser tests: four files at a time, for a third of their time they wait. Those that change records have a product of
 * their own.
 */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/support/global-setup.ts"],
    setupFiles: ["e2e/support/traces.ts"],
    maxWorkers: 4,
    env: { NIHOL_MAX_NICE: "0" },
    // Playwright is loaded once a worker instead of once a file; a file closes what it opened.
    isolate: false,
    sequence: { sequencer: LongFirst },
    testTimeout: 900_000,
    hookTimeout: 400_000,
    // As long as Playwright waits for what is to come: the usual second is over before a loaded machine has drawn.
    expect: { poll: { timeout: maxWait, interval: 100 } },
  },
});
