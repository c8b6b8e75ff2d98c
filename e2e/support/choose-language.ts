/// <reference lib="dom" />
import type { Language } from "@nihol/contract/values/languages";
import type { Page } from "playwright-core";
import { settledWords } from "./settled.ts";

/** Chooses a language as another tab of the same person does, and waits until the screen speaks it. */
export async function chooseLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem("i18nextLng", chosen);
    dispatchEvent(new StorageEvent("storage", { key: "i18nextLng", newValue: chosen }));
  }, language);
  await page.waitForFunction((one) => document.documentElement.lang === one, language);
  await settledWords(page);
}
