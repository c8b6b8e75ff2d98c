import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { wordFileOf } from "../../chunks/word-files.ts";

const folder = new URL("../../../../packages/locales/src/", import.meta.url);
const namespaces = readdirSync(new URL("tg/", folder)).map((file) => file.replace(".json", ""));
const fileOf = (namespace: string, language = "tg") =>
  wordFileOf(`${folder.pathname}${language}/${namespace}.json`);

test("texts of every screen and of maps share a file, each language one of its own", () => {
  expect(fileOf("app")).toBe("words-tg-frame");
  expect(fileOf("lists", "az")).toBe("words-az-frame");
  expect(fileOf("map")).toBe("words-tg-map");
  expect(fileOf("gardens")).toBeUndefined();
  expect(wordFileOf("/apps/web/src/ui/button.tsx")).toBeUndefined();
});

test("whatever shares a file is a namespace that there is", () => {
  const shared = namespaces.filter((namespace) => fileOf(namespace));
  expect(shared.sort()).toEqual(
    [
      "app",
      "compare",
      "coverage",
      "dashboard",
      "errors",
      "home",
      "lists",
      "map",
      "monitoring",
    ].concat(["planting", "roles", "violations"]),
  );
});
