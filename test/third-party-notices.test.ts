/** The notices name every package that is delivered, with the texts of the licences that ask for it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const notices = read("apps/web/public/third-party-notices.txt");

interface Locked {
  version: string;
  dev?: boolean;
  link?: boolean;
}

test("every package of the lock file that is not for development alone is named with its version", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, Locked>;
  };
  const lines = new Set(notices.split("\n"));
  const delivered = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link)
    .map(([path, { version }]) => `${path.split("node_modules/").at(-1)} ${version}`);
  expect(delivered.length).toBeGreaterThan(200);
  // After a dependency has changed: npm run notices
  expect(delivered.filter((line) => !lines.has(line))).toEqual([]);
});

test.each([
  "GNU LESSER GENERAL PUBLIC LICENSE",
  "GNU GENERAL PUBLIC LICENSE",
  "SIL OPEN FONT LICENSE",
  "Made with Natural Earth",
  "libvips",
])("%s stands in it", (text) => {
  expect(notices).toContain(text);
});
