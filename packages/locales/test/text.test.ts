import { noticeParams, noticeText } from "@nihol/locales/notice-facts";
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

test("a notice of an alert says when it began by the programme's clock, and that it is over where it is", () => {
  const facts = { rule: "Frost", name: "A-1", began: "2026-03-02T05:30" };
  const names = { parameter: String, verdict: String };
  const said = (more: object = {}) =>
    text(
      "ru",
      `notices.${noticeText("alert_critical", { ...facts, ...more })}`,
      noticeParams({ ...facts, ...more }, "ru", names),
    );
  expect(said()).toBe("Критическая тревога: Frost. Прибор A-1, с 02.03.2026 05:30");
  expect(said({ cleared: "2026-03-02T07:00" })).toBe(
    "Тревога снята: Frost. Прибор A-1, с 02.03.2026 05:30 по 02.03.2026 07:00",
  );
  expect(noticeParams({ due: "2026-03-02T07:00:00Z" }, "ru", names)).toEqual({ due: "02.03.2026" });
});
