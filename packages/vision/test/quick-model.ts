import { readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SHIPPED_CARD } from "../src/models/shipped-model.ts";

/**
 * The shipped network at a coarse scale and in one pass, for tests that are not about how it finds trees.
 * @returns the path of its card in `dir`
 */
export async function writeQuickModel(dir: string): Promise<string> {
  const card = JSON.parse(await readFile(SHIPPED_CARD, "utf8"));
  const { file, green, cover, ground } = card;
  for (const name of [file, green, green.replace("json", "onnx"), cover, ground])
    await symlink(join(dirname(SHIPPED_CARD), name), join(dir, name));
  card.gsdMeters = 1.2;
  card.input.margin = 0;
  for (const source of card.sources) {
    delete source.largeCrowns;
    delete source.smallCrowns;
    source.threshold = 0.03;
  }
  const path = join(dir, "quick.json");
  await writeFile(path, JSON.stringify(card));
  return path;
}
