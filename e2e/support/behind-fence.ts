/**
 * The whole product behind a fence: an image read to the end, the command line, screens with maps,
 * npm. Prints as JSON what tried to leave and which files then lay in the home and temporary
 * folders, and what the same counters say when a program does try.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import type { Page } from "playwright-core";
import { openBrowser, signIn, visit } from "./browser.ts";
import { adminEmail } from "./client.ts";
import { countAttempts } from "./fence.ts";
import { type Product, startProduct } from "./product.ts";
import { readImage } from "./read-image.ts";
import { sceneFile } from "./scene-file.ts";

const root = resolve(import.meta.dirname, "../..");
const dir = mkdtempSync(join(tmpdir(), "nihol-fence-"));

/** A person's folders, empty: what is in the environment of these tests says nothing. */
function freshPerson(name: string): Record<string, string> {
  const [HOME, TMPDIR] = [join(dir, name, "home"), join(dir, name, "tmp")];
  for (const folder of [HOME, TMPDIR]) mkdirSync(folder, { recursive: true });
  return { HOME, TMPDIR };
}

const filesOf = (name: string) =>
  readdirSync(join(dir, name), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name: file }) => relative(join(dir, name), join(parentPath, file)));

function runNode(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((done, failed) => {
    execFile(process.execPath, args, { cwd: root, env: environment }, (error) =>
      error ? failed(error) : done(),
    );
  });
}

const mapScreens = ["/admin", "/admin/gardens?open=new", "/admin/image_processing_ai/1"];

/** Collects the hosts that a page asks for anything, besides the product. */
function foreignHosts(page: Page, product: Product): Set<string> {
  const hosts = new Set<string>();
  page.on("request", (request) => {
    const { protocol, origin, host } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && origin !== product.address) hosts.add(host);
  });
  return hosts;
}

async function visitMaps(page: Page, product: Product) {
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin/);
  for (const screen of mapScreens) {
    await page.goto(product.address + screen);
    await page.locator("[data-map-idle=true]").first().waitFor();
  }
}

/** Programs that do try: the counters are shown to count. */
async function tryToLeave(page: Page) {
  await page.goto("http://screens.example.org/").catch(() => {});
  await fetch("http://reports.example.org/", { signal: AbortSignal.timeout(1000) }).catch(() => {});
  for (const host of ["203.0.113.9", "2001:db8::9"]) {
    await new Promise<void>((done) => {
      const socket = connect({ host, port: 443, timeout: 500 });
      const end = () => done(void socket.destroy());
      socket.once("error", end).once("timeout", end);
    });
  }
}

const search = { PATH: process.env.PATH };
const attempts = await countAttempts();
const { path } = await sceneFile();
const person = freshPerson("person");
const [product, browser] = await Promise.all([
  startProduct({ NIHOL_DEMO: "0", ...person }),
  openBrowser({ ...process.env, ...freshPerson("browser") }),
]);
const { page } = await visit(browser, product);
const hosts = foreignHosts(page, product);

const status = await readImage(product, path);
await runNode(["scripts/nihol.mjs", "detect", path], { ...search, ...person });
await visitMaps(page, product);
await product.stop();
const npm = execFileSync("npm", ["run", "nihol", "--", "help"], {
  cwd: root,
  env: { ...search, ...freshPerson("npm") },
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
});
const used = { ...attempts(), hosts: [...hosts] };
const files = filesOf("person");

await tryToLeave(page);
const tried = { ...attempts(), hosts: [...hosts] };
await browser.close();
rmSync(dir, { recursive: true, force: true });
console.log(JSON.stringify({ status, npm, used, tried, files }));
process.exit(0);
