/** A fragment's small image: nothing, on its way and failed never look or read alike. */
import imagery from "@nihol/locales/en/imagery.json" with { type: "json" };
import { use } from "i18next";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import { beforeAll, expect, test } from "vitest";
import {
  ImageOrState,
  NoFragment,
} from "../../src/features/whole-images/layers/thumbnail-image.tsx";

beforeAll(() =>
  use(initReactI18next).init({ lng: "en", resources: { en: { imagery } }, keySeparator: false }),
);

const state = (source: string | undefined, failed: boolean) =>
  renderToStaticMarkup(createElement(ImageOrState, { source, failed }));

test("a place without a fragment says so and has nothing of waiting", () => {
  const html = renderToStaticMarkup(createElement(NoFragment));
  expect(html).toContain("No fragment here");
  expect(html).not.toMatch(/animate-|bg-sunken/);
});

test("an image on its way turns and says that it loads", () => {
  expect(state(undefined, false)).toMatch(/animate-spin.*The picture is loading/);
});

test("an image that did not come says so, without turning", () => {
  expect(state(undefined, true)).toContain("The picture could not be fetched");
  expect(state(undefined, true)).not.toContain("animate-");
});

test("an image that has come stands without a word of waiting", () => {
  expect(state("blob:1", false)).toContain('<img src="blob:1" alt=""');
  expect(state("blob:1", false)).not.toMatch(/loading|animate-/);
});
