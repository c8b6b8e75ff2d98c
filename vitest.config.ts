import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/global-setup.ts"],
    // Each file may start PostgreSQL, GDAL or a model: more at once are slower, not faster.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 240_000,
  },
});
