import { expect, test } from "vitest";
import { flagText } from "../src/flag-text.ts";
import { reasonText } from "../src/reason-text.ts";
import { takenTexts } from "../src/taken-text.ts";
import { type TextLanguage, text } from "../src/text.ts";

const words = (language: TextLanguage) => ({
  language,
  text: (key: string, params?: Record<string, string | number>) =>
    text(language, `planting.${key}`, params),
  date: (day: string) => day.split("-").reverse().join("."),
  name: (names: Readonly<Record<string, string>>) => names[language] ?? "",
});

test("a flag says its metres, days and density, and kilometres from ten on", () => {
  const of = (flag: Parameters<typeof flagText>[0]) => flagText(flag, 19, words("en"));
  expect(of({ flag: "photo_elsewhere", distance_m: 9_400 })).toContain("9,400 m");
  expect(of({ flag: "photo_elsewhere", distance_m: 32_800 })).toContain("33 km");
  expect(of({ flag: "photo_time", kind: "before_planting", days: 569 })).toContain("days: 569");
  expect(of({ flag: "planted_before_assigned", days: 40 })).toBe(
    "planted before the task began, days: 40",
  );
  const dense = { count: 2400, area_m2: 4000, spacing_m: 4, fits: 290, fits_max: 330 };
  expect(of({ flag: "too_dense", ...dense })).toContain("no more than 330 can stand there");
});

test("a repeated photo names its other task, or only that it lies beyond the scope", () => {
  const other = {
    ...{ task: 3, plant_date: "2024-09-12" },
    garden: { name: { ru: "Сад 2" } },
    tree_type: { name: { ru: "Миндаль" } },
  };
  const photo = { flag: "photo_duplicate", exact: true, mirrored: false } as const;
  const ru = words("ru");
  expect(flagText({ ...photo, other }, 19, ru)).toBe(
    "То же фото есть в задании № 3 от 12.09.2024, Сад 2",
  );
  expect(flagText({ ...photo, other }, 3, ru)).toContain("Миндаль");
  expect(flagText({ ...photo, other: null }, 19, ru)).not.toContain("№");
});

test("a reason is one sentence with shares, metres and names of flags", () => {
  const ru = {
    language: "ru" as const,
    text: (key: string, params?: Record<string, string>) => text("ru", key, params),
    date: (day: string) => day,
  };
  const figures = { flags: "photo_duplicate photo_time", trees: 2400, share: 1 };
  expect(reasonText({ code: "photo_warnings", figures }, ru)).toBe(
    "Предупреждения к строкам отчёта (повторное фото, фото другого времени); деревьев в них: 2\u00a0400, это 100\u00a0% отчёта.",
  );
});

test("a photo says when and where the camera took it, or that its file does not", () => {
  const said = (taken: Parameters<typeof takenTexts>[0]) =>
    takenTexts(
      taken,
      (key, params) => text("en", `violations.${key}`, params),
      (day) => day.split("-").reverse().join("/"),
    );
  expect(said({ taken_at: "2024-09-12T10:21:33", taken_place: [68.5, 38.2] })).toEqual([
    "Taken, by the camera's clock: 12/09/2024 10:21",
    "Place, by the camera: 38.200000, 68.500000",
  ]);
  expect(said({ taken_at: "2024-09-12", taken_place: null })[0]).toMatch(/12\/09\/2024$/);
  expect(said({ taken_at: null, taken_place: null })).toHaveLength(1);
});
