import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { textNames } from "../src/lib/text/text-bundles.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const locales = fileURLToPath(new URL("../../../packages/locales/src/ru", import.meta.url));

const texts = new Map(
  readdirSync(locales).map((name) => [
    name.replace(".json", ""),
    Object.keys(JSON.parse(readFileSync(join(locales, name), "utf8"))),
  ]),
);

const sources = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, code: readFileSync(join(source, name), "utf8") }));

/** The file that a key without a prefix is looked up in: the first that the module asks for. */
function ownFile(code: string): string {
  return /useTranslation\(\[?\s*"([\w-]+)"/.exec(code)?.[1] ?? "app";
}

/** Every `t("key")` and t(`prefix_${…}`) of a module; several useTranslation calls are left alone. */
function usedKeys(code: string): { file: string; key: string; whole: boolean }[] {
  return [...code.matchAll(/\bt\(\s*(?:"([\w.:-]+)"|`([\w.:-]*)\$\{)/g)].map(
    ([, exact, prefix]) => {
      const full = exact ?? prefix ?? "";
      const [file, key] = full.includes(":") ? full.split(":") : [ownFile(code), full];
      return { file: file ?? "", key: key ?? "", whole: exact !== undefined };
    },
  );
}

test("every text that a screen asks for is there", () => {
  const missing = sources.flatMap(({ name, code }) => {
    const asked = new Set(
      [...code.matchAll(/useTranslation\(\[?\s*"([\w-]+)"/g)].map((hit) => hit[1]),
    );
    if (asked.size > 1) return [];
    return usedKeys(code)
      .filter(({ file, key, whole }) => {
        const known = texts.get(file) ?? [];
        return !known.some((one) =>
          whole
            ? one.replace(/_(one|few|many|other)$/, "") === key || one === key
            : one.startsWith(key),
        );
      })
      .map(({ file, key }) => `${name}: ${file}:${key}`);
  });
  expect(missing).toEqual([]);
});

test("every code that a form's rules give has its text among those that the panel loads", () => {
  const contract = fileURLToPath(new URL("../../../packages/contract/src", import.meta.url));
  const codes = readdirSync(contract, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => [
      ...readFileSync(join(contract, name), "utf8").matchAll(/\berror: "([a-z_]+)"/g),
    ])
    .map(([, code]) => code as string);
  expect(codes.length).toBeGreaterThan(50);
  expect(codes.filter((code) => !texts.get("errors")?.includes(code))).toEqual([]);
});

test("no screen formats by Intl, which knows no Tajik in Chromium", () => {
  const bad = sources
    .filter(({ name }) => name !== join("lib", "text", "collate.ts"))
    .filter(({ code }) => /\bIntl\.|toLocale(String|DateString|TimeString)\(/.test(code))
    .map(({ name }) => name);
  expect(bad).toEqual([]);
});

test("no module of the panel calls fetch but lib/api/api.ts", () => {
  const bad = sources
    .filter(({ name }) => name !== join("lib", "api", "api.ts"))
    .filter(({ code }) => /(?<![.\w])fetch\(/.test(code))
    .map(({ name }) => name);
  expect(bad).toEqual([]);
});

test("no route file brings styles or the map into every first load", () => {
  const bad = sources
    .filter(
      ({ name, code }) =>
        name.startsWith("routes") && /import "[^"]+\.css"|from "maplibre-gl/.test(code),
    )
    .map(({ name }) => name);
  expect(bad).toEqual([]);
});

test("every file of texts but the server's refusals comes in one bundle, and in no second one", () => {
  const files = [...texts.keys()].filter((name) => name !== "refusals");
  expect([...textNames].sort()).toEqual(files.sort());
});
