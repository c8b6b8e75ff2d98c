/** Writes the service worker of the field page with the files that the page needs: found by who imports whom. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin, Rolldown } from "vite";

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const source = fileURLToPath(new URL("field-worker.js", import.meta.url));
const web = new URL("../", import.meta.url);

/** Files of `public` that the page names, and the page itself: they carry no hash of their content in their names. */
const unhashed = ["leaf.svg", "field.webmanifest", "field-192.png", "field-512.png"] as const;

/** Texts that the page shows. */
const texts = /\/locales\/src\/\w+\/(app|errors|field|files|planting|survival)\.json$/;
const isPage = (id: string) => /\/routes\/field\.tsx\?tsr-split=/.test(id);
/** More than that is more than the page: something that it imports leads to other screens. */
const maxFiles = 120;

/** Letters that none of the four languages has. */
const otherLetters = /(greek|greek-ext|vietnamese)-/;

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((one): one is Chunk => one.type === "chunk");

/**
 * Collects the chunks that every page loads at its start, and those that this page's own code loads then and later; not
 * those of other screens.
 */
function neededChunks(bundle: Bundle): Set<Chunk> {
  const chunks = chunksOf(bundle);
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = new Set<Chunk>();
  function add(chunk: Chunk | undefined, withLater: boolean): void {
    if (!chunk || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) add(named.get(name), withLater);
    if (withLater) for (const name of chunk.dynamicImports) add(named.get(name), true);
  }
  const pages = chunks.filter(({ moduleIds }) => moduleIds.some(isPage));
  if (pages.length === 0) throw new Error("the field page has no chunk of its own");
  // A chunk that loads the page loads every other screen too: only what it needs at its start is added.
  const loadsPage = (chunk: Chunk) =>
    chunk.dynamicImports.some((name) => pages.some(({ fileName }) => fileName === name));
  for (const chunk of chunks) if (chunk.isEntry || loadsPage(chunk)) add(chunk, false);
  for (const chunk of chunks) if (chunk.moduleIds.some((id) => texts.test(id))) add(chunk, false);
  for (const chunk of pages) add(chunk, true);
  return needed;
}

/** The fonts that a style sheet names. */
function fontsOf(bundle: Bundle, sheet: string): string[] {
  const asset = bundle[sheet];
  const css = asset?.type === "asset" ? String(asset.source) : "";
  return [...css.matchAll(/url\(["']?\/(assets\/[^"')]+\.woff2)/g)].map(
    ([, path]) => path as string,
  );
}

/** Every file of the build that the page needs. */
function filesOf(bundle: Bundle): string[] {
  const chunks = [...neededChunks(bundle)];
  const sheets = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  const assets = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedAssets ?? [])]);
  const fonts = sheets.flatMap((sheet) => fontsOf(bundle, sheet));
  const all = [...chunks.map(({ fileName }) => fileName), ...sheets, ...assets, ...fonts];
  return [...new Set(all)].filter((path) => !otherLetters.test(path)).sort();
}

/**
 * The plugin: `/field-worker.js` with the list of files and a version that is made of them.
 * @param earlyFile the script that the page begins with, named when the bundle is made
 */
export function fieldWorker(earlyFile: () => string): Plugin {
  return {
    name: "field-worker",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = [...filesOf(bundle), earlyFile()];
        if (files.length > maxFiles)
          throw new Error(`the field page needs ${files.length} files: see what it imports`);
        const worker = readFileSync(source, "utf8");
        const hash = createHash("sha256").update(worker).update(files.join());
        for (const path of ["index.html", ...unhashed.map((name) => `public/${name}`)])
          hash.update(readFileSync(new URL(path, web)));
        const paths = [...files, ...unhashed].map((path) => `/${path}`);
        this.emitFile({
          type: "asset",
          fileName: "field-worker.js",
          source: worker
            .replace("__VERSION__", hash.digest("hex").slice(0, 12))
            .replace("__FILES__", JSON.stringify(paths)),
        });
      },
    },
  };
}
