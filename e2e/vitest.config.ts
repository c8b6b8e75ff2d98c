import { defineConfig } from "vitest/config";

/** Browser tests: one file after another, each against a product of its own. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 400_000,
  },
});
