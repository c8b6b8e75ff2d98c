/** The sources as the architecture tests and `npm run bench -- house` read them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

export interface Source {
  /** From the root, with `/`. */
  path: string;
  text: string;
  /** The package or program that it belongs to: `geo`, `server`. */
  part: string;
  /** Modules that it imports, as written: `../scope.ts`, `@nihol/geo/polygon`, `zod`. */
  imports: string[];
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    if (name === "node_modules" || name === "dist" || name === "public") return [];
    if (statSync(path).isDirectory()) return filesBelow(path);
    return /\.(ts|tsx|mjs|py)$/.test(name) ? [path] : [];
  });
}

export const partOf = (path: string) => path.split("/")[1] ?? "";

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^;"']*?from\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|(?:^|\n)import\s+["']([^"']+)["']/g;

function readSource(path: string): Source {
  const text = readFileSync(path, "utf8");
  const imports = [...text.matchAll(importPattern)].map((m) => m[1] ?? m[2] ?? m[3] ?? "");
  const short = relative(root, path);
  return { path: short, text, part: partOf(short), imports };
}

/** Every source of the repository: product, tests, benches, scripts, training. */
export const sources: Source[] = ["apps", "packages", "bench", "e2e", "test", "scripts", "training"]
  .flatMap((dir) => filesBelow(join(root, dir)))
  .map(readSource);

export const isGenerated = ({ path }: Source) => /\.gen\.ts$|db\/src\/tables\.ts$/.test(path);
export const isTest = ({ path }: Source) =>
  /^(apps|packages)\/[^/]+\/test\/|^(e2e|test)\//.test(path);

/** Sources that are shipped: the `src` folders of apps and packages. */
export const product = sources.filter(({ path }) => /^(apps|packages)\/[^/]+\/src\//.test(path));

/** The file that an import reaches, from the root; undefined outside the repository. */
export function reached({ path }: Source, specifier: string): string | undefined {
  if (specifier.startsWith("@nihol/")) {
    const [, part, ...rest] = specifier.split("/");
    const file = rest.join("/");
    return `packages/${part}/src/${file}${/\.json$/.test(file) ? "" : ".ts"}`;
  }
  if (!specifier.startsWith(".")) return undefined;
  return relative(root, resolve(root, dirname(path), specifier));
}
