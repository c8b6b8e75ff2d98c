import { text } from "@nihol/locales/text";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { ApiError, errorFromBody } from "../src/lib/api/api-error.ts";
import { failureText } from "../src/lib/text/failure-text.ts";

const t = ((key: string) => text("en", key.replace(":", "."))) as unknown as TFunction;

test("reasons that the server gave under fields are shown, each once", () => {
  const refusal = errorFromBody(400, {
    file: ["The file holds no boundary"],
    name: { tg: ["This field is required"], ru: ["This field is required"] },
  });
  expect(failureText(refusal, t)).toBe("The file holds no boundary This field is required");
});

test("the server's sentence stands for itself, also when it is said of the whole form", () => {
  const whole = errorFromBody(400, { non_field_errors: ["The limits must stand in order"] });
  expect([failureText(whole, t), whole.fields]).toEqual(["The limits must stand in order", {}]);
  const busy = errorFromBody(503, { detail: "The server is busy.", code: "busy" });
  expect(failureText(busy, t)).toBe("The server is busy.");
});

test("without an answer, and without a word in it, something is said all the same", () => {
  const lost = new ApiError({ status: 0, code: "network", detail: "" });
  expect(failureText(lost, t)).toBe(text("en", "errors.network"));
  expect(failureText(errorFromBody(500, null), t)).toBe(text("en", "errors.server_error"));
  expect(failureText(new TypeError("x"), t)).toBe(text("en", "errors.unknown"));
});
