import { defineConfig } from "vitest/config";
import { textModules } from "./apps/web/chunks/text-modules.ts";
import { LongFirst } from "./test/long-first.ts";

/**
 * Files that change nothing of their process (environment, signals, globals): they share a worker, which loads the
 * server once instead of once a file. Each has a database of its own all the same.
 */
const shared = [
  "apps/server/test/{imagery,imagery/compare,imagery/corrections,imagery/counts,people,programme,programme/tasks,territory,uploads}/*.test.ts",
  "apps/server/test/http/{access-tokens,base-map,bodies,hardening,http-edges,limits}.test.ts",
  "apps/server/test/http/{ogc-features,open-api,stac,stac-clients,verified-claims}.test.ts",
  "packages/{counting,geo,locales,seed,sources,store}/test/**/*.test.ts",
  "packages/db/test/{connection,migrate,read-together,settings,table-types}.test.ts",
  "packages/vision/test/{canopy,compare-match,detector-parts,fair-queue,fragment-grid}.test.ts",
  "packages/vision/test/{cloud-share,green-classifier,image-tile,model-card,overlay,plantings}.test.ts",
  "packages/vision/test/{projection,raster,scene,shrubs,tiff-window}.test.ts",
  "packages/vision/test/compare/{crown-lean,match,register}.test.ts",
  "packages/vision/test/ingest/bands.test.ts",
  "apps/web/test/*.test.ts",
  "apps/web/test/{build,map,monitoring,planting,records}/*.test.ts",
  "apps/worker/test/{demo-scenes,end-message,evidence-check,export-coco,fetch-pieces,mail,mask-outline}.test.ts",
  "apps/worker/test/{sample-plots,territory-reassign,trees-settle}.test.ts",
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
        test: {
          name: "units",
          include: [
            "packages/*/test/**/*.test.ts",
            "apps/*/test/**/*.test.ts",
            "test/**/*.test.ts",
          ],
          exclude: [components, ...shared],
        },
      },
      {
        extends: true,
        test: { name: "shared", include: shared, isolate: false },
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
