import { defineConfig } from "vitest/config";
import { LongFirst } from "./test/long-first.ts";

const components = "apps/web/test/components/**/*.test.{ts,tsx}";

export default defineConfig({
  test: {
    globalSetup: ["test/global-setup.ts"],
    // One more than the two cores of a build server: a file waits for PostgreSQL, GDAL and its children a third of the time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    testTimeout: 90_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: [
            "packages/*/test/**/*.test.ts",
            "apps/*/test/**/*.test.ts",
            "test/**/*.test.ts",
          ],
          exclude: [components],
        },
      },
      {
        extends: true,
        // As a browser takes it: by default its other half, for Node, would be tested.
        resolve: { alias: { "tus-js-client": "tus-js-client/lib.esm/browser/index.js" } },
        test: {
          name: "panel",
          include: [components],
          environment: "./apps/web/test/components/page-environment.ts",
          server: { deps: { inline: ["tus-js-client"] } },
        },
      },
    ],
  },
});
