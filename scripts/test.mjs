/** `npm test`: every check of the project, on a fresh clone too; the last line counts the tests. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { capture, inRoot, projectEnv, projectNode, show } from "./programs.mjs";
import { retriedFile } from "./retried-reporter.mjs";
import { staticChecks, staticEnv } from "./static-checks.mjs";
import { ensurePackages, ensureUnpacked, imagePackages } from "./system-packages.mjs";
import { ensureWeb } from "./web-build.mjs";

const out = inRoot("test-output");
const sum = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** Seconds by part of the run, and by file of tests: a run that took too long says where. */
const [partSeconds, fileSeconds] = [new Map(), new Map()];
let partStart = performance.now();
function endPart(name) {
  const now = performance.now();
  partSeconds.set(name, (now - partStart) / 1000);
  partStart = now;
}
const longest = (seconds, max) =>
  [...seconds]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, max)
    .map(([name, took]) => `${name} ${took.toFixed(0)}`)
    .join(", ");
/** Tests that failed, by file and name: said again at the end, where a long log is read first. */
const failedTests = [];

/** Checks that are not sets of tests, side by side: each counts only when it fails, and is printed when it ends. */
async function checkStatically() {
  await Promise.all(
    Object.entries(staticChecks).map(async ([name, args]) => {
      const { code, output } = await capture(projectNode, args, { env: staticEnv() });
      console.log(`\n== ${name}\n${output.trimEnd()}`);
      if (code === 0) return;
      failures.push(name);
      sum.failed += 1;
    }),
  );
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Every failed test of a report with the first line of its reason, and each file that did not load. */
function* failedOf(report) {
  for (const file of report?.testResults ?? []) {
    const name = relative(inRoot(), file.name);
    const failed = file.assertionResults.filter((test) => test.status === "failed");
    for (const test of failed)
      yield `${name} > ${test.fullName}: ${test.failureMessages[0]?.split("\n")[0] ?? ""}`;
    if (file.status === "failed" && failed.length === 0)
      yield `${name}: ${file.message?.split("\n")[0] ?? ""}`;
  }
}

/** Runs vitest and adds its counts; a run that ends badly without a failed test counts as one. */
async function runTests(name, args) {
  console.log(`\n== ${name}`);
  const file = `${out}/${name.replaceAll(" ", "-")}.json`;
  const reporters = ["default", "json", inRoot("scripts", "retried-reporter.mjs")];
  const code = await show(projectNode, [
    inRoot("node_modules", "vitest", "vitest.mjs"),
    "run",
    ...args,
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${file}`,
    // Where a change is tested, one hiccup of a loaded machine is reported and fails nothing.
    ...(process.env.CI ? ["--retry=1"] : []),
  ]);
  const report = readReport(file);
  sum.passed += report?.numPassedTests ?? 0;
  sum.skipped += (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0);
  const failed = report?.numFailedTests ?? 0;
  failedTests.push(...failedOf(report));
  for (const { name: path, startTime, endTime } of report?.testResults ?? [])
    fileSeconds.set(relative(inRoot(), path), (endTime - startTime) / 1000);
  endPart(name);
  sum.failed += code !== 0 && failed === 0 ? 1 : failed;
  if (code !== 0 || failed > 0) failures.push(name);
}

async function buildPanel() {
  console.log("\n== panel build");
  const failure = await ensureWeb();
  if (failure === undefined) return;
  console.error(failure);
  failures.push("panel build");
  sum.failed += 1;
}

// Debian's packages come while npm's do, and the panel is built.
const installing = ensurePackages(
  [
    ...imagePackages,
    ...["chromium-headless-shell", "iproute2", "python3-numpy", "python3-pil"],
    ...["cgi-mapserver", "mapproxy", "lighttpd", "pgbouncer", "postgresql", "wrk"],
    ...["mosquitto", "mosquitto-clients"],
    ...["docker-compose", "systemd", "kubernetes-client"],
  ],
  { retry: true },
);
await ensureInstalled();
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
endPart("npm packages");

// Arguments name test files: then only these run.
const only = process.argv.slice(2);
const isWhole = only.length === 0;
// First the panel: its build writes the tree of routes that its types need.
if (isWhole) await buildPanel();
const note = await installing;
const noteOfTools = await ensureUnpacked();
endPart("panel build and Debian packages");
const demonstration = `${out}/demonstration`;
// The static checks and the browser tests' demonstration are made in the gaps of the unit tests: when the demonstration
// fails, the browser tests make it and say why.
await Promise.all([
  runTests("tests", only),
  isWhole && checkStatically(),
  isWhole &&
    capture(projectNode, ["e2e/support/make-demonstration.ts", demonstration], {
      env: projectEnv(),
    }),
]);
if (isWhole) {
  process.env.E2E_DEMONSTRATION = demonstration;
  await runTests("browser tests", ["--config", "e2e/vitest.config.ts"]);
  rmSync(demonstration, { recursive: true, force: true });
}

for (const said of [note, noteOfTools].filter(Boolean))
  console.log(`\nNote: ${said}. Tests that need it have failed.`);
if (failures.length > 0) console.log(`\nFailed: ${failures.join(", ")}`);
for (const test of failedTests) console.log(`  ${test}`);
if (existsSync(retriedFile))
  console.log(`\nPassed when tried again:\n${readFileSync(retriedFile, "utf8").trimEnd()}`);
console.log(`\nSeconds: ${longest(partSeconds, 9)}`);
console.log(`Longest files, in seconds: ${longest(fileSeconds, 20)}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exit(sum.failed > 0 || sum.passed === 0 ? 1 : 0);
