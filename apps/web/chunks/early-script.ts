/**
 * Writes `early/early.js` into the page, with what each screen needs: the files of its code and of its texts. They
 * are known only here, after the build has named them, and by the router only when its own script runs.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";
import { bundleOf } from "../src/lib/text/text-bundles.ts";

type Chunk = Pick<Rolldown.OutputChunk, "fileName" | "imports" | "isEntry" | "moduleIds" | "type">;

export interface Needed {
  /** By the address of a screen: files of code, and bundles of texts. */
  screens: Record<string, { files: string[]; texts: string[] }>;
  /** The file of each language and bundle: "tg/frame". */
  texts: Record<string, string>;
}

const source = new URL("../early/early.js", import.meta.url);
const routeFile = /\/src\/routes(\/admin(?:\/[\w()]+)*)\.tsx\?tsr-split=component$/;
const frameFile = /\/src\/routes\/admin\/route\.tsx\?tsr-split=component$/;
const textModule = /virtual:texts\/(\w+\/[\w-]+)$/;

/** "/admin/(accounts)/users" is the address /admin/users, "/admin/index" is /admin. */
const addressOf = (path: string) => path.replace(/\/\(\w+\)/g, "").replace(/\/index$/, "");

/** The files of chunks and of all that has to be there before they can run. */
function filesOf(roots: readonly Chunk[], named: ReadonlyMap<string, Chunk>): Set<string> {
  const files = new Set<string>();
  function add(chunk: Chunk | undefined): void {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const name of chunk.imports) add(named.get(name));
  }
  roots.forEach(add);
  return files;
}

/** The bundles of texts that a route's loader names, and those of the frame. */
function textsOf(code: string): string[] {
  const [, names = ""] = /screenTexts\(([^)]*)\)/.exec(code) ?? [];
  const bundles = [...names.matchAll(/"([\w-]+)"/g)].map(([, name = ""]) => bundleOf(name));
  return ["frame", ...new Set(bundles.filter((one) => one !== undefined))];
}

/**
 * Lists the files and texts that each screen of the panel needs besides the first script.
 * @param chunks of the build
 * @param routeCode the text of a route's file (`/admin/gardens`)
 */
export function neededOf(chunks: readonly Chunk[], routeCode: (path: string) => string): Needed {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const frame = chunks.filter(({ moduleIds }) => moduleIds.some((id) => frameFile.test(id)));
  // Files that every page names in its own HTML.
  const initial = filesOf(
    chunks.filter(({ isEntry }) => isEntry),
    named,
  );
  const needed: Needed = { screens: {}, texts: {} };
  for (const chunk of chunks)
    for (const id of chunk.moduleIds) {
      const [, path] = routeFile.exec(id) ?? [];
      const [, text] = textModule.exec(id) ?? [];
      if (text) needed.texts[text] = chunk.fileName;
      if (!path || frameFile.test(id)) continue;
      const files = [...filesOf([...frame, chunk], named)].filter((file) => !initial.has(file));
      needed.screens[addressOf(path)] = { files, texts: textsOf(routeCode(path)) };
    }
  return needed;
}

/** The plugin; `fileName` is known when the bundle is made. */
export function earlyScript(): Plugin & { fileName: () => string } {
  const code = readFileSync(source, "utf8");
  const withNeeded = (needed: Needed) => code.replace("__NEEDED__", JSON.stringify(needed));
  const readRoute = (path: string) =>
    readFileSync(new URL(`../src/routes${path}.tsx`, import.meta.url), "utf8");
  let fileName = "";
  let isBuild = false;
  return {
    name: "early-script",
    fileName: () => fileName,
    configResolved({ command }) {
      isBuild = command === "build";
    },
    generateBundle: {
      order: "pre",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === "chunk");
        const text = withNeeded(neededOf(chunks, readRoute));
        const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
        fileName = `assets/early-${hash}.js`;
        this.emitFile({ type: "asset", fileName, source: text });
      },
    },
    // Before the style sheet, for which a script that stands after it would wait.
    transformIndexHtml: {
      order: "post",
      handler: () => [
        isBuild
          ? { tag: "script", attrs: { src: `/${fileName}` }, injectTo: "head-prepend" }
          : {
              tag: "script",
              children: withNeeded({ screens: {}, texts: {} }),
              injectTo: "head-prepend",
            },
      ],
    },
  };
}
