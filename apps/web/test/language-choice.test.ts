import { expect, test } from "vitest";
import { languageAtSignIn } from "../src/lib/text/language-choice.ts";

test("the account's language holds where its person chose nothing", () => {
  expect(languageAtSignIn("tg", undefined, undefined)).toBe("tg");
});

test("a choice on this browser holds until the account's language is another", () => {
  const chosen = { language: "az", account: "tg" } as const;
  expect(languageAtSignIn("tg", chosen, undefined)).toBe("az");
  expect(languageAtSignIn("ru", chosen, undefined)).toBe("ru");
});

test("the language pressed at the sign-in screen is the latest choice", () => {
  expect(languageAtSignIn("tg", { language: "az", account: "tg" }, "en")).toBe("en");
  expect(languageAtSignIn("tg", undefined, "en")).toBe("en");
});
