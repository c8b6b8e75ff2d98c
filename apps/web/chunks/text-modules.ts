/**
 * `virtual:texts`: a module a language and bundle of `lib/text/text-bundles.ts`, each fetched when it is asked for.
 * Modules of their own rather than groups of the build: beside a group stays a second file for each that it holds.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { languages } from "@nihol/contract/values/languages";
import type { Plugin } from "vite";
import { textBundles, wholeBundle } from "../src/lib/text/text-bundles.ts";

const all = "virtual:texts";
const locales = fileURLToPath(new URL("../../../packages/locales/src", import.meta.url));

/** `virtual:texts/tg/frame` */
const one = /^virtual:texts\/(\w+)\/([\w-]+)$/;

/** Fetchers by language and bundle. */
function listed(): string {
  const paths = languages.flatMap((language) =>
    [...Object.keys(textBundles), wholeBundle].map((bundle) => `${language}/${bundle}`),
  );
  const lines = paths.map((path) => `  "${path}": () => import("${all}/${path}"),`);
  return `export const loadTexts = {\n${lines.join("\n")}\n};`;
}

/** The texts of a bundle by the names of their files. */
function bundled(language: string, names: readonly string[]): string {
  const imports = names.map(
    (name, at) => `import t${at} from ${JSON.stringify(`${locales}/${language}/${name}.json`)};`,
  );
  const entries = names.map((name, at) => `${JSON.stringify(name)}: t${at}`);
  return `${imports.join("\n")}\nexport default { ${entries.join(", ")} };`;
}

/** All texts of a language, written out: what two modules import would be a file of its own for each text. */
async function whole(language: string): Promise<string> {
  const texts = await Promise.all(
    Object.values(textBundles)
      .flat()
      .map(async (name) => {
        const words = await readFile(`${locales}/${language}/${name}.json`, "utf8");
        return `${JSON.stringify(name)}: ${JSON.stringify(JSON.parse(words))}`;
      }),
  );
  return `export default { ${texts.join(", ")} };`;
}

/** The plugin of these modules, for the build, the development server and the tests. */
export function textModules(): Plugin {
  const bundles: Record<string, readonly string[]> = textBundles;
  return {
    name: "text-modules",
    resolveId: (id) => (id === all || one.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${all}`) return listed();
      const [, language, bundle] = one.exec(id.slice(1)) ?? [];
      if (language && bundle === wholeBundle) return whole(language);
      const names = bundle && bundles[bundle];
      return language && names ? bundled(language, names) : undefined;
    },
  };
}
