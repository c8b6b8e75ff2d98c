import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take twenty seconds or more on a build server, the longest first. */
const longFiles = [
  "test/benches",
  "panel/screens",
  "http/process-accidents",
  "deploy/country/country",
  "worker/test/interruptions",
  "map-promises",
  "panel/loads",
  "http/outages",
  "http/wrong-database",
  "ingest/table",
  "panel/generic",
  "panel/search",
  "worker/test/pipeline",
  "own-base-map",
  "programme/alerts",
  "imagery/grounds",
  "panel/records",
  "programme/planting",
  "exports-interrupted",
  "backup/backup",
  "ingest/image-header",
  "e2e/imagery/shared-plots",
  "worker/test/counts/shared-plots",
  "real-dates",
  "imagery/interruptions",
  "imagery/sources",
  "grey-photometric",
  "cli/detect-command",
  "vision/test/detect-blocks",
  "backup/backup-kills",
  "launcher",
  "e2e/imagery/calibration",
  "panel/routes",
  "main-journey",
  "panel/lists",
  "panel/touch",
  "imagery-watch",
  "counts/grounds",
  "mend/mend",
  "http/kills",
  "mqtt/kills",
  "mqtt/outside-kills",
  "e2e/imagery/corrections",
  "programme/journey",
  "e2e/imagery/blocks",
  "uploads-turns",
  "imagery/compare",
  "access/rights",
  "second-look",
  "own-map",
  "programme/territory",
  "map-labels",
  "e2e/imagery/periods",
  "processes",
  "nothing-leaves",
  "imagery-fetch",
  "test/commands",
  "vision/test/cog",
  "refused-files",
  "whole-images",
  "compare/images",
  "readings-import",
  "ingest/first-wall",
].map((name) => `/${name}.test.ts`);

/** The earlier a file begins, the lower: the longest first, then those that share a worker, then all others. */
function rank({ moduleId, project }: TestSpecification): number {
  const long = longFiles.findIndex((name) => moduleId.endsWith(name));
  const { isolate } = project.config;
  if (isolate) return long < 0 ? 3000 : long;
  return long < 0 ? 2000 : 1000 + long;
}

/**
 * Begins long files first, so that no core idles at the end while the last of them runs, and keeps
 * files of a project without isolation side by side: a worker is shared only with the next in line.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
