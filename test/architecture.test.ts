/** The rules of ARCHITECTURE.md, each with a message that says what to do instead. */
import { dirname, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import {
  type Cycle,
  fileCycles,
  folderCycles,
  largeFolders,
  maxFiles,
} from "./architecture/import-graph.ts";
import { isGenerated, partOf, product, type Source, sources } from "./architecture/sources.ts";

const root = resolve(import.meta.dirname, "..");

/** `geo` for @nihol/geo/…, or the folder under apps/packages that a relative import reaches. */
function target(source: Source, specifier: string): string | undefined {
  if (specifier.startsWith("@nihol/")) return specifier.split("/")[1];
  if (!specifier.startsWith(".")) return undefined;
  const reached = relative(root, resolve(root, dirname(source.path), specifier));
  return reached.startsWith("apps/") || reached.startsWith("packages/")
    ? partOf(reached)
    : undefined;
}

const mayImport: Record<string, string[]> = {
  contract: [],
  geo: [],
  locales: [],
  // of the contract only its values, by the rule below
  sources: ["contract", "geo"],
  // of the contract only its values, by the rule below
  vision: ["contract", "geo"],
  counting: ["contract"],
  db: ["contract", "geo"],
  // of the contract only its values, by the rule below
  policies: ["contract"],
  store: ["contract", "counting", "db", "geo", "policies"],
  seed: ["contract", "db", "geo", "store"],
  web: ["contract", "geo", "locales"],
  // vision only by the modules below: pixels are decoded in children, never in the server
  server: [
    "contract",
    "counting",
    "db",
    "geo",
    "locales",
    "policies",
    "seed",
    "sources",
    "store",
    "vision",
  ],
  worker: [
    "contract",
    "counting",
    "db",
    "geo",
    "locales",
    "policies",
    "seed",
    "sources",
    "store",
    "vision",
  ],
};
const visionForServer =
  /^@nihol\/vision\/(render\/render-pool|children\/(serve-requests|lower-priority)|raster\/(fragment-grid|stretch)|coordinates\/projection|ingest\/raster-metadata)$/;

const violations = (check: (source: Source) => string[]) =>
  product.flatMap((source) => check(source).map((what) => `${source.path}: ${what}`));

test("the sources are found", () => {
  expect(new Set(product.map(({ part }) => part))).toEqual(new Set(Object.keys(mayImport)));
});

test("parts import only what the house allows", () => {
  expect(
    violations((source) =>
      source.imports
        .map((specifier) => ({ specifier, to: target(source, specifier) }))
        .filter(({ to }) => to && to !== source.part && !mayImport[source.part]?.includes(to))
        .map(
          ({ specifier }) =>
            `imports ${specifier}; ${source.part} may import ${mayImport[source.part]?.join(", ") || "nothing of ours"}. Move what both need into a package that both may import`,
        ),
    ),
  ).toEqual([]);
});

test("packages below the calls take values of the contract and no schemas", () => {
  const below = ["vision", "counting", "db", "policies", "sources", "store", "seed"];
  expect(
    violations((source) =>
      below.includes(source.part)
        ? source.imports
            .filter((s) => s.startsWith("@nihol/contract/") && !s.includes("/values/"))
            .map((s) => `imports ${s}; move what needs no schema to packages/contract/src/values`)
        : [],
    ),
  ).toEqual([]);
});

test("the panel loads no schema with a screen: types are erased, forms fetch their rules", () => {
  const loaded =
    /(?:^|\n)import (?!type\b)([^;"']*?) from "(@nihol\/contract\/(?!values\/)[^"]+|zod)"/g;
  const isValue = (name: string) => name !== "" && !name.startsWith("type ");
  expect(
    product
      .filter(({ part }) => part === "web")
      .flatMap(({ path, text }) =>
        [...text.matchAll(loaded)]
          .filter(([, names = ""]) => names.split(/[{},]/).some((name) => isValue(name.trim())))
          .map(
            ([, , from]) =>
              `${path}: imports ${from}; fetch a form's schema with import(), move plain values to contract/src/values`,
          ),
      ),
  ).toEqual([]);
});

test("the contract's values need no library and no schema", () => {
  const values = product.filter(({ path }) => path.startsWith("packages/contract/src/values/"));
  expect(values.length).toBeGreaterThan(10);
  expect(
    values.flatMap(({ path, imports }) =>
      imports
        // From a folder of values the way up still leads to values, and so does the way down.
        .filter(
          (s) =>
            !/^\.\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(
              path.split("/").length > 5 ? s.replace("../", "./") : s,
            ),
        )
        .map((s) => `${path}: imports ${s}; what needs a schema stands beside values, not in it`),
    ),
  ).toEqual([]);
});

test("the server uses vision only through child processes and plain maths", () => {
  expect(
    violations((source) =>
      source.part === "server"
        ? source.imports
            .filter((s) => s.startsWith("@nihol/vision/") && !visionForServer.test(s))
            .map(
              (s) =>
                `imports ${s}; ask @nihol/vision/render/render-pool, which works in a child process`,
            )
        : [],
    ),
  ).toEqual([]);
});

test("servers of others are asked by the one fetcher that judges addresses", () => {
  // `doctor` asks our own server whether it lives.
  const allowed = /^(packages\/sources\/src\/fetch\/|apps\/server\/src\/command-line\/checks\.ts$)/;
  const asks =
    /(?:^|\n)import (?!type |\{ STATUS_CODES \})[^;]* from "(?:node:)?(?:https?|http2|undici)"|(?<!async )(?<![.\w])fetch\(/;
  expect(
    violations(({ part, path, text }) =>
      part !== "web" && !allowed.test(path) && asks.test(text)
        ? ["asks a server; use openFetcher of @nihol/sources/fetch/source-fetcher"]
        : [],
    ),
  ).toEqual([]);
});

test("no feature imports another feature", () => {
  const featureOf = (path: string) => /features\/([^/]+)\//.exec(path)?.[1];
  expect(
    violations((source) => {
      const own = featureOf(source.path);
      if (!own) return [];
      return source.imports
        .filter((s) => s.startsWith("."))
        .map((s) => relative(root, resolve(root, dirname(source.path), s)))
        .filter((reached) => featureOf(`${reached}/`) !== undefined && featureOf(reached) !== own)
        .map(
          (reached) =>
            `imports ${reached}; join in a query, use a reference field, or write a command`,
        );
    }),
  ).toEqual([]);
});

test("the panel's layers know nothing of those above them: routes, features, parts, then map, ui and lib", () => {
  const above = (layer: string) =>
    layer === "parts"
      ? /^apps\/web\/src\/(features|routes)\//
      : /^apps\/web\/src\/(features|routes|parts)\//;
  expect(
    violations((source) => {
      const layer = /^apps\/web\/src\/(parts|map|ui|lib)\//.exec(source.path)?.[1];
      if (!layer) return [];
      return source.imports
        .filter((s) => s.startsWith("."))
        .map((s) => relative(root, resolve(root, dirname(source.path), s)))
        .filter((reached) => above(layer).test(reached))
        .map((reached) => `${layer} imports ${reached}; hand it in as a prop`);
    }),
  ).toEqual([]);
});

test("the server's policies know nothing of the features that ask them", () => {
  expect(
    violations((source) => {
      if (!/^apps\/server\/src\/policies\//.test(source.path)) return [];
      return source.imports
        .filter((s) => s.startsWith("."))
        .map((s) => relative(root, resolve(root, dirname(source.path), s)))
        .filter((reached) => !/^apps\/server\/src\/(policies|http)\//.test(reached))
        .map((reached) => `imports ${reached}; hand in the row or its id`);
    }),
  ).toEqual([]);
});

test("whatever of the server changes imagery asks its policy", () => {
  const changes = /^@nihol\/store\/(trees\/tree-publish|processes\/process-restart)$/;
  // Restarts for others that have asked: processes and recounts.
  const afterAsking = /commands\/restart-checked\.ts$/;
  expect(
    violations((source) =>
      source.part === "server" &&
      !afterAsking.test(source.path) &&
      source.imports.some((s) => changes.test(s)) &&
      !source.imports.some((s) => s.endsWith("/policies/imagery.ts"))
        ? ["changes imagery; call requireScope or refuseOutOfScope of policies/imagery.ts first"]
        : [],
    ),
  ).toEqual([]);
});

/** The shortest way to see a circle: who imports whom, one line an import. */
const described = ({ nodes, imports }: Cycle) =>
  `${nodes.join(" and ")} import each other; move what both need into the folder that lies below, or the one file to where it is used:\n${imports
    .slice(0, 20)
    .map(({ from, to }) => `  ${from} → ${to}`)
    .join("\n")}`;

test("no folders import each other", () => {
  expect(folderCycles(product).map(described)).toEqual([]);
});

test("no files import each other", () => {
  expect(fileCycles(product).map(described)).toEqual([]);
});

test("a circle is found, also through three folders", () => {
  const file = (path: string, ...imports: string[]): Source => ({
    path: `apps/server/src/${path}`,
    text: "",
    part: "server",
    imports,
  });
  const circle = [
    file("a/one.ts", "../b/two.ts", "../b/four.ts"),
    file("b/two.ts", "./four.ts"),
    file("b/four.ts", "../c/three.ts"),
    file("c/three.ts", "../a/five.ts"),
    file("a/five.ts"),
  ];
  expect(folderCycles(circle).map(({ nodes }) => nodes)).toEqual([
    ["apps/server/src/a", "apps/server/src/b", "apps/server/src/c"],
  ]);
  expect(fileCycles(circle)).toEqual([]);
  expect(folderCycles(circle.slice(0, 3))).toEqual([]);
});

test("no folder holds more files than one can see at a glance", () => {
  expect(
    largeFolders(sources).map(
      ({ folder, files }) =>
        `${folder} holds ${files} files, more than ${maxFiles}; give what belongs together a folder of its own`,
    ),
  ).toEqual([]);
});

test("only queries, commands, policies, shared fragments, packages db, policies, store and seed and worker handlers touch SQL", () => {
  const allowed =
    /(^packages\/(db|policies|store|seed)\/)|(\/shared\/)|(\/commands\/)|(\/policies\/)|(\/http\/)|(\/handlers\/)|(\/runner\/)|(\/maintenance\/)|(queries[^/]*\.ts$)|(-queries\.ts$)|(-sql\.ts$)|(\/command-line\/)/;
  const touches = /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^`]*>)?`/;
  expect(
    violations((source) =>
      !allowed.test(source.path) && source.part !== "web" && touches.test(source.text)
        ? ["touches SQL; move the statement into the feature's queries (garden-queries.ts)"]
        : [],
    ),
  ).toEqual([]);
});

test("whoever counts trees says in which period", () => {
  // Superseded trees are kept beside the current ones: a sum without a period would count both.
  expect(
    violations(({ path, text }) =>
      !path.startsWith("packages/store/") &&
      /\b(from|join) tree_(tally|cell|cell_past)\b|`t\.current\b/.test(text) &&
      !/\b(countsInPeriod|countedCells|countedTrees|tallyConditions|reachableTrees)\(/.test(text)
        ? ["counts trees past tree-period.ts; use countsInPeriod, countedTrees or countedCells"]
        : [],
    ),
  ).toEqual([]);
});

test("only env.ts reads the environment", () => {
  // a child's environment is handed on, not read: `env: { ...process.env`
  // no-telemetry.ts only writes to it; lower-priority.ts reads a limit that tests alone set
  const allowed =
    /packages\/db\/src\/env\.ts$|packages\/vision\/src\/(native\/no-telemetry|children\/lower-priority)\.ts$/;
  expect(
    violations((source) =>
      !allowed.test(source.path) &&
      /process\.env(?!\s*[,})])/.test(source.text.replace(/\.\.\.process\.env/g, ""))
        ? ["reads process.env; add a setting to packages/db/src/settings.ts"]
        : [],
    ),
  ).toEqual([]);
});

test("only lib/api/api.ts and lib/api/upload.ts send requests in the panel", () => {
  expect(
    violations((source) =>
      source.part === "web" &&
      !/lib\/api\/(api|upload)[^/]*\.ts$/.test(source.path) &&
      /(?<![\w.])fetch\(|new XMLHttpRequest/.test(source.text)
        ? ["sends a request; use lib/api/api.ts"]
        : [],
    ),
  ).toEqual([]);
});

test("only vision decodes pixels", () => {
  expect(
    violations((source) =>
      source.part !== "vision" &&
      source.imports.some((s) => s === "sharp" || s === "onnxruntime-node")
        ? ["decodes pixels; ask packages/vision"]
        : [],
    ),
  ).toEqual([]);
});

test("ONNX Runtime is loaded by one module, which silences its reports first", () => {
  const loads = sources.filter(({ imports }) => imports.includes("onnxruntime-node"));
  expect(
    loads.map(({ path, imports }) => [path, imports.slice(0, 2)]),
    "import @nihol/vision/native/onnx-session, so that nothing is reported to the library's maker",
  ).toEqual([
    ["packages/vision/src/native/onnx-session.ts", ["./no-telemetry.ts", "onnxruntime-node"]],
  ]);
});

test("sharp is set up once, without a memory of files and without readers that nobody needs", () => {
  expect(
    violations((source) =>
      source.path !== "packages/vision/src/native/image-library.ts" &&
      source.imports.includes("sharp")
        ? ["imports sharp; import it from vision's image-library.ts"]
        : [],
    ),
  ).toEqual([]);
});

test("no test measures time, sleeps or waits for a quiet network", () => {
  const measures = /networkidle|waitForTimeout|performance\.now\(|Date\.now\(\) - (?!\d|[a-z]+ \*)/;
  const tests = sources.filter(
    ({ path }) => /\/test\/|^e2e\//.test(path) && path !== "test/architecture.test.ts",
  );
  expect(
    tests
      .filter(({ text }) => measures.test(text))
      .map(
        ({ path }) =>
          `${path}: wait for what is to come (until, expect.poll, settled), and hold order or a count, not a clock`,
      ),
  ).toEqual([]);
});

test("there are no barrel files and no forbidden names", () => {
  const forbidden = /(^|\/)(utils?|helpers?|common|manager|base|misc|data2|index)\.(ts|tsx)$/;
  // routes/**/index.tsx is the router's own name for a folder's page
  const names = product
    .map(({ path }) => path)
    .filter((path) => forbidden.test(path) && !/web\/src\/routes\//.test(path));
  expect(names).toEqual([]);
});

test("no file is longer than 400 lines, and half of them are short", () => {
  const lengths = sources
    .filter((source) => !isGenerated(source))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 400)).toEqual([]);
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThanOrEqual(90);
});
