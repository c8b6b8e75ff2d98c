/** Takes one feature out of a copy of the sources: its files, then what named them, until nothing does. */
import { spawnSync } from "node:child_process";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textOf } from "./copy-sources.ts";
import type { TakenFeature } from "./features.ts";
import { withoutImports } from "./without-imports.ts";

export type Checks = "none" | "all";

/** Line of another file that went. */
export interface TakenLine {
  file: string;
  text: string;
}

export interface Taken {
  files: string[];
  lines: TakenLine[];
  /** Places that still need the feature. */
  left: string[];
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  const below = await readdir(join(root, path), { withFileTypes: true }).catch(() => undefined);
  if (!below) return [path];
  const each = below.map((entry) => filesUnder(root, `${path}/${entry.name}`));
  return (await Promise.all(each)).flat();
}

/** Tests that need no database and no browser. */
const rules = ["test/architecture.test.ts", "packages/locales"];

const runIn = (root: string, args: readonly string[]) =>
  spawnSync(process.execPath, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });

type Ran = ReturnType<typeof runIn>;

const sourceFolders = ["apps", "packages", "test", "e2e", "bench", "docs"];

/**
 * Reads what the compiler said of a project.
 * @throws {Error} where it was killed or could not start: then it said nothing of the types
 */
export function problemsOf(
  project: string,
  { status, stdout, stderr, error }: Pick<Ran, "status" | "stdout" | "stderr" | "error">,
): string[] {
  const problems = (stdout ?? "").split("\n").filter((line) => line.includes("error TS"));
  if (status === 0 || (status !== null && problems.length > 0)) return problems;
  throw new Error(`tsc -p ${project} did not end by itself: ${error?.message ?? stderr}`);
}

/** Problems of types that are left, as `file(line): text`. */
const typeProblems = (root: string): string[] =>
  ["tsconfig.json", "apps/web/tsconfig.json"].flatMap((project) => {
    const args = ["node_modules/typescript/bin/tsc", "-p", project, "--checkers", "1"];
    return problemsOf(project, runIn(root, args));
  });

/** Report of vitest, as far as it is read. */
interface TestReport {
  testResults: { assertionResults: { status: string; title: string }[] }[];
}

/** Rules of the house that no longer hold, by the titles of their tests. */
async function brokenRules(root: string): Promise<string[]> {
  const report = "take-out.json";
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--reporter=json"];
  runIn(root, [...vitest, `--outputFile=${report}`, ...rules]);
  const { testResults }: TestReport = JSON.parse(await textOf(root, report));
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "passed")
    .map(({ title }) => `test: ${title}`);
}

/**
 * Takes the feature out of the copy at `root`: its files, the imports of them, the lines of lists that held what was
 * imported, and the lines that the feature names.
 */
export async function takeOut(root: string, feature: TakenFeature, checks: Checks): Promise<Taken> {
  const files = (await Promise.all(feature.own.map((path) => filesUnder(root, path)))).flat();
  const gone = new Set(files);
  for (const file of files) await rm(join(root, file));
  const lines: TakenLine[] = [];
  const left: string[] = [];
  const others = await Promise.all(sourceFolders.map((folder) => filesUnder(root, folder)));
  for (const file of others.flat().filter((one) => /\.(tsx?|json|md)$/.test(one))) {
    const before = await textOf(root, file);
    let text = before;
    for (const { part } of feature.parts?.filter((one) => one.file === file) ?? []) {
      const found = part.exec(text)?.[0];
      if (found === undefined) continue;
      lines.push({ file, text: found.replaceAll("\n", " ") });
      text = text.replace(part, "");
    }
    const untied = /\.tsx?$/.test(file)
      ? withoutImports(file, text, gone)
      : { text, lines: [], left: [] };
    const own = feature.lines.filter((one) => one.files.test(file));
    const kept = untied.text.split("\n").filter((line) => {
      const goes = own.some((one) => one.line.test(line));
      if (goes) untied.lines.push(line);
      return !goes;
    });
    lines.push(...untied.lines.map((text) => ({ file, text })));
    left.push(...untied.left);
    const after = kept.join("\n");
    if (after !== before) await writeFile(join(root, file), after);
  }
  if (checks === "all") left.push(...typeProblems(root), ...(await brokenRules(root)));
  return { files, lines, left };
}
