/** Builds the panel when its sources are newer than what was built. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { withProgress } from "./install.mjs";
import { capture, inRoot, projectEnv, projectNode } from "./programs.mjs";

const sources = ["apps/web", "docs/guide", "packages/contract", "packages/geo", "packages/locales"];
const left = new Set(["node_modules", "dist", "test"]);
const stamp = inRoot("apps", "web", "dist", ".sources");

function* files(dir) {
  const entries = readdirSync(inRoot(dir), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    // Skips what the build itself writes among the sources: it would make every build look old.
    if (left.has(entry.name) || entry.name.startsWith(".") || /\.gen\.ts$/.test(entry.name))
      continue;
    const path = join(dir, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** A hash of all that the build reads. By content: a checkout gives every file a new time. */
export function sourcesHash() {
  const hash = createHash("sha256");
  for (const path of [...sources.flatMap((dir) => [...files(dir)]), "package-lock.json"]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(inRoot(path)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Tells whether the built panel is that of the present sources. */
export function isBuilt(hash = sourcesHash()) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

// Smaller files gain less than a second look-up costs.
const worthCompressing = 1024;

/** Lays `.br` and `.gz` beside every text file, once, so that no request waits for a compressor. */
function compressBuilt(dir) {
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|html|json|geojson|svg|mjs)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const content = readFileSync(path);
    if (content.length < worthCompressing) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Builds the panel unless it is built. @returns what the build printed when it failed */
export async function ensureWeb() {
  const hash = sourcesHash();
  if (isBuilt(hash)) return undefined;
  const vite = inRoot("node_modules", "vite", "bin", "vite.js");
  const { code, output } = await withProgress("Building the panel (after a change)", () =>
    capture(projectNode, [vite, "build", "--logLevel", "warn"], {
      cwd: inRoot("apps", "web"),
      env: projectEnv({ NODE_ENV: "production" }),
      shell: false,
    }),
  );
  if (code !== 0) return output.trim();
  compressBuilt(inRoot("apps", "web", "dist"));
  // The build empties its folder first, so one that was cut off leaves no stamp.
  writeFileSync(stamp, hash);
  return undefined;
}
