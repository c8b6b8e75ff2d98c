import { readFileSync } from "node:fs";
import type { UserProfile } from "@nihol/contract/people/sign-in";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { foldText } from "@nihol/locales/search-text";
import { text, textLanguages } from "@nihol/locales/text";
import { expect, test } from "vitest";
import { entryGroups } from "../src/features/shell/search-entries.ts";
import { settlementsLike } from "../src/features/shell/settlements.ts";
import { screens, screensFor } from "../src/lib/navigation/screens.ts";
import { readCoordinates } from "../src/lib/text/read-coordinates.ts";

const profile = (role: string, view: boolean) =>
  ({
    role,
    permissions: fillPermissions((_, action) => action === "view" || !view),
  }) as UserProfile;
const words = {
  text: (key: string) => text("en", key.replace(":", ".")),
  everywhere: (key: string) =>
    textLanguages.map((language) => text(language, key.replace(":", "."))).join(" "),
  date: (date: string) => date,
  language: "en" as const,
};
const titles = (
  typed: string,
  who: UserProfile,
  answer?: Parameters<typeof entryGroups>[1]["answer"],
  recent: Parameters<typeof entryGroups>[1]["recent"] = [],
) =>
  entryGroups(typed, { answer, settlements: [], recent, profile: who }, words).map(
    ({ title, entries }) => [title, ...entries.map((entry) => entry.title)],
  );

test("coordinates are read as people copy them, and two whole numbers are none", () => {
  const place = { latitude: 38.5357, longitude: 68.779 };
  for (const typed of [
    "38.5357, 68.7790",
    "38,5357 68,7790",
    "38.5357;68.779",
    "38.5357° N 68.7790° E",
  ])
    expect(readCoordinates(typed), typed).toEqual(place);
  expect(readCoordinates("38.5 с 68.7 з")).toBeUndefined();
  expect(readCoordinates("-38.5, 268.7")).toBeUndefined();
  for (const typed of ["12 14", "38.5", "Сад 38.5, 68.7"])
    expect(readCoordinates(typed)).toBeUndefined();
});

test("screens and actions are found by their names in every language, as far as the rights go", () => {
  const master = profile("MasterAdmin", false);
  for (const typed of ["gardens", "боғҳо", "сады", "bağlar"])
    expect(titles(typed, master)[0], typed).toContain("Gardens");
  expect(titles("бор кардани акс", master).flat()).toContain("Upload an image");
  const viewer = profile("Viewer", true);
  expect(titles("", viewer).map(([title]) => title)).toEqual(["Screens"]);
  expect(titles("38.5357, 68.779", viewer)).toEqual([["Place on the map", "38.53570, 68.77900"]]);
  expect(titles("38.5357, 68.779", master)).toEqual([["Place on the map", "38.53570, 68.77900"]]);
});

test("before anything is typed stands what was opened last", () => {
  const recent = [{ title: "Боғи Регар", to: "/admin/gardens?open=7" }];
  const viewer = profile("Viewer", true);
  expect(titles("", viewer, undefined, recent)[0]).toEqual(["Opened last", "Боғи Регар"]);
  expect(titles("боғ", viewer, undefined, recent).flat()).not.toContain("Opened last");
});

test("a place opens on the dashboard's map, or on one's own where the dashboard is not open", () => {
  const addressOf = (who: UserProfile) =>
    entryGroups(
      "38.5, 68.5",
      { answer: undefined, settlements: [], recent: [], profile: who },
      words,
    )[0]?.entries[0]?.to;
  expect(addressOf(profile("SysAdmin", true))).toBe("/admin?at=38.5%2C68.5%2C14");
  expect(addressOf(profile("Viewer", true))).toBe("/admin/home?view=map&at=38.5%2C68.5%2C14");
});

test("screens named by the words stand before records found, and those that are only similar after them", () => {
  const row = { id: 7, title: "Боғи Регар", note: null, number: "7", date: null };
  const groups = [{ kind: "task" as const, rows: [row] }];
  const answer = { exact: false, groups };
  const master = profile("MasterAdmin", false);
  expect(titles("regions", master, answer).map(([title]) => title)).toEqual([
    "Screens",
    "Planting tasks",
  ]);
  expect(titles("regoins", master, answer).map(([title]) => title)).toEqual([
    "Planting tasks",
    "Screens",
  ]);
  expect(titles("regoins", master, { ...answer, exact: true }).map(([title]) => title)).toEqual([
    "Planting tasks",
  ]);
  expect(titles("«»", master)).toEqual([]);
  expect(titles("regions", master, answer)[1]).toEqual(["Planting tasks", "№ 7 · Боғи Регар"]);
});

test("settlements of the base map are found by every spelling", () => {
  const file = new URL("../src/features/shell/settlements.json", import.meta.url);
  const rows: [number, number, ...string[]][] = JSON.parse(readFileSync(file, "utf8"));
  const all = rows.map(([latitude, longitude, tg = "", ru = "", en = "", az = ""]) => ({
    latitude,
    longitude,
    names: { tg, ru, en, az },
    folded: foldText([tg, ru, en, az].join(" ")),
  }));
  expect(all.length).toBeGreaterThan(1000);
  for (const [typed, found] of [
    ["Худжанд", "Khujand"],
    ["гянджа", "Ganja"],
    ["сумгайыт", "Sumqayıt"],
    ["Панчакент", "Panjakent"],
  ] as const)
    expect(settlementsLike(all, foldText(typed), true)[0]?.names.en, typed).toBe(found);
});

test("a search for permissions finds roles, and the own rights, in every language", () => {
  for (const typed of ["permissions", "права доступа", "ҳуқуқҳои дастрасӣ", "icazələr"]) {
    const found = titles(typed, profile("MasterAdmin", true)).flat();
    expect(found).toContain("Roles");
    expect(found).toContain("My rights");
  }
});

test("the menu holds a screen at most once, and no section is named as one of its screens", () => {
  const all = screensFor(profile("MasterAdmin", true));
  expect(all.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["process", "dates_to_check", "image_processing_ai"]),
  );
  for (const language of textLanguages) {
    const names = all.map(({ id }) => text(language, `app.screen_${id}`));
    expect(new Set(names).size).toBe(names.length);
    for (const { section } of all)
      expect(names).not.toContain(text(language, `app.section_${section}`));
  }
});

test("screens that anybody signed in may open are not offered to who can see nothing there", () => {
  const monitoring = screens.filter(({ section }) => section === "monitoring");
  const brigade = (isShown: boolean) =>
    ({
      role: "Brigade",
      permissions: fillPermissions((resource) => isShown || resource !== "device"),
    }) as UserProfile;
  const offered = (isShown: boolean) =>
    screensFor(brigade(isShown)).filter(({ section }) => section === "monitoring");
  const forAnybody = monitoring.filter((screen) => "shows" in screen);
  expect(forAnybody.length).toBeGreaterThan(3);
  expect(forAnybody.every(({ may }) => may(brigade(false)))).toBe(true);
  expect(offered(false)).toEqual([]);
  expect(offered(true)).toEqual(monitoring);
});
