/** Rows that count files: how many there are, and how many serve one other file alone. */
import { importsAmong } from "../../test/architecture/import-graph.ts";
import { isGenerated, product } from "../../test/architecture/sources.ts";
import { atMost, type Row } from "./row.ts";

/** Folder of a feature: it is what goes when the feature is taken out, whatever it holds. */
const isFeature = /^apps\/(server|web)\/src\/features\/[^/]+$/;

/** Files of the product, and percent of them that one other file imports and no more. */
export function fileCounts(): Row[] {
  const files = product.filter((source) => !isGenerated(source));
  const importers = Map.groupBy(importsAmong(product), ({ to }) => to);
  const alone = files.filter(({ path }) => importers.get(path)?.length === 1);
  const share = Math.round((100 * alone.length) / files.length);
  const folders = [...Map.groupBy(files, ({ path }) => path.slice(0, path.lastIndexOf("/")))];
  const small = folders
    .filter(
      ([folder, own]) =>
        own.length === 1 &&
        !isFeature.test(folder) &&
        !folders.some(([one]) => one.startsWith(`${folder}/`)),
    )
    .map(([folder]) => folder);
  return [
    atMost("product files", files.length, 1450, []),
    atMost("files with one importer, %", share, 25, [`${alone.length} of ${files.length}`]),
    atMost("folders of one file", small.length, 0, small),
  ];
}
