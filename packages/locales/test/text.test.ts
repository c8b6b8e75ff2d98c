import { expect, test } from "vitest";
import { languageOf, text } from "../src/text.ts";

test("fills the placeholders of a text", () => {
  expect(text("en", "errors.password_too_short", { min: 15 })).toBe(
    "Password must be at least 15 characters long",
  );
});

test("answers in Russian for a language that is not there", () => {
  expect(text("fr", "errors.required")).toBe(text("ru", "errors.required"));
});

test("answers with the key where there is no text", () => {
  expect(text("tg", "errors.no_such_code")).toBe("errors.no_such_code");
  expect(text("tg", "../../package.json")).toBe("../../package.json");
});

test("keeps a placeholder that got no value", () => {
  expect(text("en", "errors.too_long")).toContain("{max}");
});

test("takes the best of our languages from an accept-language header", () => {
  expect(languageOf("tg-TJ, ru;q=0.9")).toBe("tg");
  expect(languageOf("fr, az;q=0.5, en;q=0.7")).toBe("en");
  expect(languageOf("fr")).toBe("ru");
  expect(languageOf(undefined)).toBe("ru");
});
