import type { Box, Pixels } from "@nihol/vision/pixels/pixels";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { saplingsOfBlock } from "@nihol/vision/plantings/find-saplings";
import { hasTreeData, listLabelled, readLabelled } from "../detection-parts/detection-data.ts";
import { addTally, type SaplingTally, seenIn, sharesOfTally } from "./drawn-saplings.ts";
import { imagesOf, readPixels } from "./real-plantings.ts";

const COCOA_SPACING = 1.5;
const SPACINGS = [undefined, 1.5, 2, 3];
/** Metres a pixel that ground without plantings is declared to have, so that things of every size come by. */
const DECLARED = [0.05, 0.025];
const PER_SET = 25;

const wholeOf = ({ width, height }: Pixels) => ({ x: 0, y: 0, width, height });

/** New cocoa: plants and pits found in rows, outside the ground that nobody labelled. */
export async function measureCocoa() {
  const results: Record<string, unknown> = {};
  for (const spacingMeters of [undefined, COCOA_SPACING]) {
    const saplings: SaplingTally = { there: 0, found: 0, right: 0 };
    const pits: SaplingTally = { there: 0, found: 0, right: 0 };
    let tiles = 0;
    for (const image of await imagesOf("cocoa")) {
      const gsd = image.gsd_m ?? 0;
      const pixels = await readPixels(image.file);
      const options = { spacingMeters };
      const found = await saplingsOfBlock(pixelSource(pixels), gsd, wholeOf(pixels), options);
      if (found.length > 0) tiles += 1;
      const isLabelled = ({ x, y }: { x: number; y: number }): boolean =>
        !image.ignore.some(
          ([x0, y0, x1, y1]) => x >= x0 * gsd && x <= x1 * gsd && y >= y0 * gsd && y <= y1 * gsd,
        );
      const middles = (boxes: readonly Box[] = []) =>
        boxes.map(([a, b, c, d]) => ({ x: ((a + c) / 2) * gsd, y: ((b + d) / 2) * gsd }));
      const seen = seenIn(found, gsd);
      addTally(saplings, seen.saplings.filter(isLabelled), middles(image.boxes));
      addTally(pits, seen.pits.filter(isLabelled), middles(image.holes));
    }
    const own = { tiles, saplings: sharesOfTally(saplings), pits: sharesOfTally(pits) };
    console.log("cocoa, spacing", spacingMeters ?? "not told", JSON.stringify(own));
    results[spacingMeters ? "ordered" : "free"] = own;
  }
  return results;
}

type Nothing = { images: number; hectares: number; looks: number; falseRows: number };

async function addImage(into: Nothing, name: string, pixels: Pixels): Promise<void> {
  into.images += 1;
  for (const gsd of DECLARED) {
    into.hectares += (pixels.width * pixels.height * gsd * gsd) / 10_000;
    for (const spacingMeters of SPACINGS) {
      const source = pixelSource(pixels);
      const found = await saplingsOfBlock(source, gsd, wholeOf(pixels), { spacingMeters });
      into.looks += 1;
      into.falseRows += found.length;
      for (const { places, spacingMeters: steps } of found)
        console.log(`  ${name} at ${gsd} m: ${places.length} places, ${steps.join(" × ")} m`);
    }
  }
}

/** Rows that are claimed where nobody planted: bare building ground, streets and yards, wood, towns. */
export async function measureNoSaplings() {
  const result: Record<string, Nothing> = {};
  const measure = async (name: string, add: (into: Nothing) => Promise<void>) => {
    const into = { images: 0, hectares: 0, looks: 0, falseRows: 0 };
    await add(into);
    result[name] = into;
    console.log(name, JSON.stringify(into));
  };
  for (const set of ["caliterra", "campo"])
    await measure(set, async (into) => {
      for (const { file } of await imagesOf(set))
        await addImage(into, file, await readPixels(file));
    });
  if (hasTreeData())
    for (const set of ["neon", "ttv", "urbanca"])
      await measure(set, async (into) => {
        const images = (await listLabelled("val")).filter((image) => image.set === set);
        for (const image of images.slice(0, PER_SET))
          await addImage(into, image.file, await readLabelled(image));
      });
  return result;
}
