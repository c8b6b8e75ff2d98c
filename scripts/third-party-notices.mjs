/**
 * `npm run notices`: writes what the product is made of and under which licences, from package-lock.json and the
 * installed packages. The panel serves it at /third-party-notices.txt. Run it after a dependency has changed.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./programs.mjs";

const target = inRoot("apps/web/public/third-party-notices.txt");
const isNotice = /^(licen[sc]e|copying|notice|copyright)/i;

/** Every package of the lock file that is not for development alone: path, name, version, licence. */
export function productionPackages() {
  const { packages } = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return { path, name, version, license: license ?? "MIT (as its text says)" };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const about = (path) => {
  const file = inRoot(path, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
};

/** The licence files of an installed package; undefined where it is for another platform. */
function textOf(path) {
  if (!existsSync(inRoot(path))) return undefined;
  const files = readdirSync(inRoot(path)).filter((name) => isNotice.test(name));
  const texts = files.map((name) => readFileSync(join(inRoot(path), name), "utf8").trim());
  if (texts.length > 0) return texts.join("\n\n");
  const { author, homepage, repository } = about(path) ?? {};
  const who = typeof author === "string" ? author : (author?.name ?? "its authors");
  const where = homepage ?? (typeof repository === "string" ? repository : repository?.url) ?? "";
  return `Copyright ${who}. The package carries no licence file; its source: ${where}`;
}

function build() {
  const groups = new Map();
  for (const one of productionPackages()) {
    const text = textOf(one.path) ?? "For another platform: the licence of its sibling applies.";
    const key = `${one.license}\n${text}`;
    groups.set(key, { ...one, text, names: [...(groups.get(key)?.names ?? []), one] });
  }
  const parts = [...groups.values()].map(({ names, license, text }) => {
    const lines = [...new Set(names.map(({ name, version }) => `${name} ${version}`))];
    return `${lines.join("\n")}\nLicence: ${license}\n\n${text}`;
  });
  const rule = `\n\n${"=".repeat(80)}\n\n`;
  const read = (name) => readFileSync(inRoot("scripts/licences", name), "utf8").trim();
  const head = `Third-party notices

Nihol itself is under the Apache License 2.0. It contains and uses the packages below, unchanged, each under its own
licence. libvips (in the packages @img/sharp-libvips-*) is under the GNU Lesser General Public License 3: it is a
shared library in a folder of its own and may be replaced by another build. The typeface Inter is under the SIL Open
Font License 1.1. Borders of regions and countries: Made with Natural Earth (public domain).`;
  return `${[head, ...parts, read("LGPL-3.0.txt"), read("GPL-3.0.txt")].join(rule)}\n`;
}

if (import.meta.filename === process.argv[1]) {
  writeFileSync(target, build());
  console.log(`${productionPackages().length} packages: ${target}`);
}
