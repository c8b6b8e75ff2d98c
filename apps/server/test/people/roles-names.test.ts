/** No two roles read the same, whatever letters they are written in and whoever names them at one moment. */
import type { Page } from "@nihol/contract/paging";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confusableKey } from "../../src/shared/rows/confusables.ts";
import { type Caller, type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let call: Caller;
beforeAll(async () => {
  server = await testApp();
  ({ call } = await server.person("MasterAdmin"));
});
afterAll(() => server.close());

/** The same to the eye: Cyrillic, with Latin o, a and e in place of their twins, in capitals, with two spaces. */
const confusableNames = (n: number) => [
  `Охрана сада ${n}`,
  `Oхрана сада ${n}`,
  `Охрaнa сaдa ${n}`,
  `ОХРАНА  САДА ${n}`,
];
const namesNow = async () => {
  const { body } = await call<Page<{ name: string }>>("GET", "/group?page_size=100");
  return body.results.map(({ name }) => name);
};
const distinct = async () => {
  const keys = (await namesNow()).map(confusableKey);
  return new Set(keys).size === keys.length;
};

test("of confusable names given at one moment, one is taken and the others refused", async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const answers = await Promise.all(
      confusableNames(round).map((name) =>
        call<{ name?: string[] }>("POST", "/group", { name, permissions: {} }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(Object.keys(body)).toEqual(["name"]);
  }
  expect(await distinct()).toBe(true);
});

test("roles that are renamed at one moment keep names that differ", async () => {
  const ids: number[] = [];
  for (const name of ["First", "Second", "Third", "Fourth"])
    ids.push((await call<{ id: number }>("POST", "/group", { name, permissions: {} })).body.id);
  const names = confusableNames(9);
  const answers = await Promise.all(
    ids.map((id, at) => call("PATCH", `/group/${id}`, { name: names[at] })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect(await distinct()).toBe(true);
});
