import { loadTexts } from "virtual:texts";
import { type Language, languages, writingDirections } from "@nihol/contract/values/languages";
import { pluralForm } from "@nihol/locales/plural";
import i18next, { type BackendModule, type FormatterModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { keepLocally } from "../browser/keep-locally.ts";
import { whenIdle } from "../when-idle.ts";
import { bundleOf, type TextName, textNames, wholeBundle } from "./text-bundles.ts";

/** `{n, tree|trees}`: the form of a word beside a number. */
const wordForms: FormatterModule = {
  type: "formatter",
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: string | number, forms, language) =>
    forms ? pluralForm(value, forms, language ?? "ru") : String(value),
};

/** The specification's key in the browser's storage. */
const languageKey = "i18nextLng";

/** Keeps what came of a language and is not there yet. */
function addTexts(language: string, texts: Record<string, Record<string, string>>): void {
  for (const [name, words] of Object.entries(texts))
    if (!i18next.hasResourceBundle(language, name))
      i18next.addResourceBundle(language, name, words);
}

/** Loads one script per language and bundle: only those that a screen names, and all texts of a bundle are then there at once. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = loadTexts[`${language}/${bundleOf(namespace)}`];
    if (!load) return done(new Error(`no text ${language}/${namespace}`), false);
    untilLoaded(load).then(
      ({ default: texts }) => {
        addTexts(language, texts);
        done(null, texts[namespace] ?? false);
      },
      (fault: Error) => done(fault, false),
    );
  },
};

const againAfterMs = 3000;

/**
 * A text file that does not come is asked for until it does: without it a screen would show the names of its texts.
 * Throws where it came and is broken: that does not mend itself.
 */
async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (fault) {
      // Browsers throw a TypeError where a script cannot be fetched.
      if (!(fault instanceof TypeError)) throw fault;
      await connection();
    }
  }
}

/** Waits until the line is back, or some seconds where the browser does not report it. */
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

async function loadWhole(language: string): Promise<void> {
  const load = loadTexts[`${language}/${wholeBundle}`];
  if (!load || textNames.every((name) => i18next.hasResourceBundle(language, name))) return;
  // A screen that needs a text meanwhile asks for it by itself.
  await load().then(
    ({ default: texts }) => addTexts(language, texts),
    () => undefined,
  );
}

/** Fetches all texts of the language while nothing else is to do, so that screens open without them on a poor line. */
export function fetchTextsAhead(): void {
  whenIdle(() => void loadWhole(i18next.language));
}

/** A route's loader: the texts that its screen begins with come while its code comes. Throws where one is broken. */
export const screenTexts =
  (...names: TextName[]) =>
  async (): Promise<void> => {
    await i18next.loadNamespaces(names);
    const missing = names.find((name) => !i18next.hasResourceBundle(i18next.language, name));
    if (missing) throw new Error(`no text ${i18next.language}/${missing}`);
  };

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

/** The stored language under the specification's key; ru when there is none, and it is written. */
function storedLanguage(): Language {
  const stored = localStorage.getItem(languageKey)?.slice(0, 2);
  return isLanguage(stored) ? stored : "ru";
}

/** Starts the texts: what every screen shows at once, others when a screen asks for them. */
export async function startTexts(): Promise<void> {
  const language = storedLanguage();
  keepLocally(languageKey, language);
  window.addEventListener("storage", followOtherTab);
  i18next.on("languageChanged", nameInDocument);
  await i18next
    .use(backend)
    .use(wordForms)
    .use(initReactI18next)
    .init({
      lng: language,
      // An unknown language is ru already (storedLanguage), and every text stands in all four: no second language is
      // fetched beside the reader's own.
      fallbackLng: false,
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

/** Shows the language in this tab and keeps it for the next load; other open tabs follow. */
export async function showLanguage(language: Language): Promise<void> {
  keepLocally(languageKey, language);
  await i18next.changeLanguage(language);
}

/**
 * The language was chosen in another tab: calls of this one are made in it already, and so it is shown here too.
 * It is not written again, or two tabs could answer each other without end.
 */
function followOtherTab({ key }: StorageEvent): void {
  const language = storedLanguage();
  if (key === languageKey && language !== i18next.language) void i18next.changeLanguage(language);
}

function nameInDocument(language: string): void {
  const root = document.documentElement;
  root.lang = language;
  root.dir = writingDirections[currentLanguage()];
}

/** The language that is shown now. */
export const currentLanguage = (): Language =>
  languages.find((language) => language === i18next.language) ?? "ru";
