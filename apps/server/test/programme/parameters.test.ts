/** Lists of what devices measure, through HTTP. */
import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import { deviceTypes } from "@nihol/contract/values/devices";
import { type Language, languages } from "@nihol/contract/values/languages";
import { parameterFacts, parametersOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { text } from "@nihol/locales/text";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grants, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await testApp();
});
afterAll(() => server.close());

const inEach = (wordOf: (language: Language) => string) =>
  Object.fromEntries(languages.map((language) => [language, wordOf(language)]));

test("are read with names and units by everybody signed in, as the texts have them", async () => {
  expect((await server.anonymous("GET", "/parameter")).status).toBe(401);
  const { call } = await server.person("Looks up keys", { permissions: grants({}) });
  const { body } = await call<{ count: number; results: ParameterRow[] }>("GET", "/parameter");
  const expected = deviceTypes.flatMap((device_type) =>
    parametersOf[device_type].map((key) => ({
      key,
      device_type,
      name: inEach((language) => text(language, `monitoring.parameter_${key}`)),
      unit: parameterFacts[key].unit,
      unit_name: inEach((language) => text(language, `monitoring.unit_${key}`)),
      decimals: parameterFacts[key].decimals,
      optional: parameterFacts[key].isOptional ?? false,
    })),
  );
  expect(body).toMatchObject({ count: expected.length, results: expected });
});
