import { expect, test } from "vitest";
import { reasonText } from "../src/reason-text.ts";
import { text } from "../src/text.ts";

const words = {
  language: "en",
  text: (key: string, params = {}) => text("en", key, params),
  date: (day: string) => day,
} as const;

test("parts that the reporting side gave are words, numbers of its plots are numbers", () => {
  const at = {
    measured_on: "2026-05-01",
    plots: 8,
    own_side: 3,
    far: 0,
    impossible: 0,
    unknown: 0,
  };
  expect(reasonText({ code: "plots_left_out", figures: at }, words)).toContain(
    "by the side that reported: 3,",
  );
  const image = { image: 7, captured_on: "2026-05-01", gsd_m: 0.5, given_by_side: "image date" };
  expect(reasonText({ code: "image_partial", figures: image }, words)).toContain(
    "somebody unknown: the image, its day.",
  );
});
