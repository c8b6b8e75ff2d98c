/**
 * `npm run bench -- beside [--seconds 20]`: how quick lists, tiles and fragments stay while four images are read on the same
 * machine: the 95th percentile against that of a quiet machine, in one run. Goal: at most 1.5 times.
 * Smallest: `--seconds 1`. Packages: gdal-bin bubblewrap.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { detectorsBesideServer } from "../apps/server/src/worker-child.ts";
import { measureBeside } from "./load-parts/beside-reading.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
const dir = await mkdtemp(join(tmpdir(), "nihol-bench-beside-"));
try {
  const detectors = detectorsBesideServer();
  const size = { gardens: 20_000, side: 3000, images: 4, detectors };
  const result = await measureBeside({ dir, seconds: Number(values.seconds), ...size });
  console.log("quiet ", JSON.stringify(result.quiet));
  console.log("beside", JSON.stringify(result.beside));
  console.log(JSON.stringify({ bench: "beside", ...size, ...result }));
} finally {
  await rm(dir, { recursive: true, force: true });
}
