import { defineConfig } from "vitest/config";
import { textModules } from "./apps/web/chunks/text-modules.ts";
import { LongFirst } from "./test/long-first.ts";

/**
 * Files that change their process (environment, signals, globals), end programs, or measure what a process takes: each
 * has a worker of its own. All others share workers, which load the server once instead of once a file; each has a
 * database of its own all the same.
 */
const alone = [
  "apps/server/test/{backup,deploy}/**/*.test.ts",
  "apps/server/test/http/{health,kills,metrics,operations,outages,pooler,process-accidents}.test.ts",
  "apps/server/test/http/{threads,traces,two-servers,wrong-database}.test.ts",
  "apps/server/test/mqtt/{broker,kills,outside-broker,outside-kills}.test.ts",
  "apps/worker/test/cli/*.test.ts",
  "apps/worker/test/{fair-turns,grey-photometric,image-compare,imagery-fetch,imagery-watch}.test.ts",
  "apps/worker/test/{interruptions,orphan,pipeline}.test.ts",
  "packages/db/test/{database-watch,launcher,launcher-lock,postgres-end,triggers}.test.ts",
  "packages/vision/test/children/*.test.ts",
  "packages/vision/test/ingest/{first-wall,gdal-cage,image-header,ingest,reports-images}.test.ts",
  "packages/vision/test/{cog,detect-blocks,detect-strips,gdal,heic-photo,image-look}.test.ts",
  "packages/vision/test/{no-telemetry,render-lanes,render-pool,same-area}.test.ts",
  "test/**/*.test.ts",
];

const components = "apps/web/test/components/**/*.test.{ts,tsx}";

export default defineConfig({
  // The panel's texts, which tests of its parts load as its screens do.
  plugins: [textModules()],
  test: {
    globalSetup: ["test/global-setup.ts"],
    // Twice the two cores of a build server: a file waits for PostgreSQL, GDAL, its children and timers half of the time.
    maxWorkers: 4,
    // Children of the programs get as much of the processor as the tests that wait for them.
    env: { NIHOL_MAX_NICE: "0" },
    sequence: { sequencer: LongFirst },
    // Long, for what is held is an order or a count: where page faults are dear, starting a process takes ten times as long.
    testTimeout: 240_000,
    hookTimeout: 400_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: { name: "alone", include: alone },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts"],
          exclude: [components, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        // As a browser takes it: by default its other half, for Node, would be tested.
        resolve: { alias: { "tus-js-client": "tus-js-client/lib.esm/browser/index.js" } },
        test: {
          name: "panel",
          isolate: false,
          include: [components],
          environment: "./apps/web/test/components/page-environment.ts",
          server: { deps: { inline: ["tus-js-client"] } },
        },
      },
    ],
  },
});
