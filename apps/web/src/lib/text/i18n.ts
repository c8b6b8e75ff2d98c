import type { Language } from "@nihol/contract/values/languages";
import { pluralForm } from "@nihol/locales/plural";
import i18next, { type BackendModule, type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";

/** `{n, tree|trees}`: the form of a word beside a number. */
const wordForms: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: string | number, forms, language) =>
    forms ? pluralForm(value, forms, language ?? "ru") : String(value),
};

/** In the order in which they are offered. */
export const languages: readonly Language[] = ["tg", "ru", "en", "az"];

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  tg: "Тоҷикӣ",
  ru: "Русский",
  en: "English",
  az: "Azərbaycanca",
};

const files = import.meta.glob<{ default: Record<string, string> }>(
  "../../../../../packages/locales/src/*/*.json",
);

/** One file per language and feature; only what a screen names is fetched. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../../../../../packages/locales/src/${language}/${namespace}.json`];
    if (!load) return done(new Error(`no text ${language}/${namespace}`), false);
    void untilLoaded(load).then((file) => done(null, file.default));
  },
};

const againAfterMs = 3000;

/** A text file that does not come is asked for until it does: without it a screen would show the names of its texts. */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await connection();
    }
  }
}

/** Waits until the line is back, or some seconds where the browser does not tell. */
function connection(): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(resume, againAfterMs);
    const handleOnline = () => {
      clearTimeout(timer);
      resume();
    };
    window.addEventListener("online", handleOnline, { once: true });
  });
}

/** Fetches all texts of the language while nothing else is to do, so that screens open without them on a poor line. */
export function fetchTextsAhead(): void {
  const names = Object.keys(files).map((path) => path.replace(/^.*\/|\.json$/g, ""));
  const load = () => void i18next.loadNamespaces([...new Set(names)]);
  if ("requestIdleCallback" in window) window.requestIdleCallback(load);
  else setTimeout(load, againAfterMs);
}

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** The stored language under the specification's key; ru when there is none, and it is written. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem("i18nextLng")?.slice(0, 2);
  return isLanguage(stored) ? stored : "ru";
}

/** Starts the texts: `app` at once, other files when a screen asks for them. */
export async function startTexts(): Promise<void> {
  i18next.on("languageChanged", remember);
  await i18next
    .use(backend)
    .use(wordForms)
    .use(initReactI18next)
    .init({
      lng: storedLanguage(),
      fallbackLng: "ru",
      supportedLngs: languages,
      load: "languageOnly",
      ns: ["app"],
      defaultNS: "app",
      keySeparator: false,
      // {min}, as the specification writes it; React escapes by itself.
      interpolation: {
        escapeValue: false,
        prefix: "{",
        suffix: "}",
      },
      react: { useSuspense: true },
    });
}

function remember(language: string): void {
  localStorage.setItem("i18nextLng", language);
  document.documentElement.lang = language;
}

/** The language that is shown now. */
export const currentLanguage = (): Language =>
  languages.find((language) => language === i18next.language) ?? "ru";
