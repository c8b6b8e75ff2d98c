/** Programs that npm does not carry: GDAL and its cage, and a browser for the tests. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, inRoot, which } from "./programs.mjs";

/** The program or file that shows that a Debian package is there. */
const shownBy = {
  "gdal-bin": ["gdalinfo"],
  bubblewrap: ["bwrap"],
  // The browser of the tests; the one with windows, where it is installed already, does as well.
  "chromium-headless-shell": ["chromium-headless-shell", "chromium", "chromium-browser"],
  // Servers of images that the tests ask: WMS and tiles, WMTS, files by ranges.
  "cgi-mapserver": ["/usr/lib/cgi-bin/mapserv"],
  mapproxy: ["mapproxy-util"],
  lighttpd: ["lighttpd", "/usr/sbin/lighttpd"],
  // The client of the bench of image tiles.
  wrk: ["wrk"],
  // The pooler that a country's database stands behind.
  pgbouncer: ["pgbouncer", "/usr/sbin/pgbouncer"],
  // A primary and its standby.
  postgresql: ["/usr/bin/pg_ctlcluster"],
  // A broker and a device that others wrote.
  mosquitto: ["mosquitto", "/usr/sbin/mosquitto"],
  "mosquitto-clients": ["mosquitto_pub"],
  // For the tests of deploy/.
  "docker-compose": ["docker-compose"],
  systemd: ["systemd-analyze"],
  "kubernetes-client": ["kubectl"],
  // For the test that nothing leaves the machine.
  iproute2: ["ip"],
  // For the test that the training reads what was exported for it.
  "python3-numpy": ["/usr/lib/python3/dist-packages/numpy/__init__.py"],
  "python3-pil": ["/usr/lib/python3/dist-packages/PIL/__init__.py"],
};

/** Packages to read images. Without bubblewrap each of GDAL's programs starts in a cage made by hand, six times as dear. */
export const imagePackages = ["gdal-bin", "bubblewrap"];

/** Programs of servers that the tests need and that a system would start once their package is installed: only unpacked. */
const unpackedBy = { nginx: "nginx", caddy: "caddy", prometheus: "promtool" };
const tools = inRoot("node_modules", ".nihol", "tools");

const day = 24 * 3_600_000;
const triedFile = inRoot("node_modules", ".nihol", "apt-get-tried");

/** Lists those of these Debian packages that are missing. */
export const missingPackages = (names) =>
  names.filter((name) => !shownBy[name].some((program) => existsSync(program) || which(program)));

function triedLately() {
  try {
    return Date.now() - statSync(triedFile).mtimeMs < day;
  } catch {
    return false;
  }
}

function noteTry() {
  mkdirSync(inRoot("node_modules", ".nihol"), { recursive: true });
  writeFileSync(triedFile, "");
}

const mayInstall = () => process.getuid?.() === 0 && which("apt-get") !== undefined;

async function install(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // A machine without a network must not wait for minutes.
  const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=15"];
  const args = [...patience, "install", "-y", "-q", "--no-install-recommends", ...names];
  let result = await capture("apt-get", args, { env });
  if (result.code !== 0) {
    await capture("apt-get", [...patience, "update", "-q"], { env });
    result = await capture("apt-get", args, { env });
  }
  return result;
}

/**
 * Installs Debian packages where we may (root, apt-get), at most one failing try a day.
 * @returns one sentence for the reader when something is still missing, else undefined
 */
export async function ensurePackages(names, { retry = false } = {}) {
  const missing = missingPackages(names);
  if (missing.length === 0) return undefined;
  const byHand = `sudo apt-get install ${missing.join(" ")}`;
  if (!mayInstall()) return `${missing.join(" and ")} not found; on Debian or Ubuntu: ${byHand}`;
  if (triedLately() && !retry) return `${missing.join(" and ")} not found: ${byHand}`;
  console.log(`Installing ${missing.join(" and ")} by apt-get (once) …`);
  const { code, output } = await install(missing);
  if (code === 0) return undefined;
  noteTry();
  const reason = output.trim().split("\n").at(-1);
  return `${missing.join(" and ")} could not be installed (${reason}): ${byHand}`;
}

/** Folders of programs that {@link ensureUnpacked} brings. */
export const toolFolders = ["bin", "sbin"].map((name) => join(tools, "usr", name));

/**
 * Fetches Debian packages and unpacks them beside the product's packages, so that nothing of them is set up or started.
 * @returns one sentence for the reader when something is still missing, else undefined
 */
export async function ensureUnpacked() {
  const isThere = (program) =>
    which(program) ||
    ["/usr/sbin", ...toolFolders].some((folder) => existsSync(join(folder, program)));
  const missing = Object.keys(unpackedBy).filter((name) => !isThere(unpackedBy[name]));
  if (missing.length === 0) return undefined;
  if (!which("apt-get")) return `${missing.join(" and ")} not found`;
  mkdirSync(tools, { recursive: true });
  console.log(`Unpacking ${missing.join(" and ")} for the tests (once) …`);
  const { code, output } = await capture("apt-get", ["download", "-q", ...missing], { cwd: tools });
  if (code !== 0)
    return `${missing.join(" and ")} could not be fetched (${output.trim().split("\n").at(-1)})`;
  for (const file of readdirSync(tools).filter((name) => name.endsWith(".deb")))
    await capture("dpkg-deb", ["-x", join(tools, file), tools]);
  return undefined;
}
