import type { Language } from "@nihol/contract/languages";
import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";

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
  "../../../../packages/locales/src/*/*.json",
);

/** One file per language and feature; only what a screen names is fetched. */
const backend: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../../../../packages/locales/src/${language}/${namespace}.json`];
    if (!load) return done(new Error(`no text ${language}/${namespace}`), false);
    load().then(
      (file) => done(null, file.default),
      (error: Error) => done(error, false),
    );
  },
};

/** The stored language under the specification's key; ru when there is none, and it is written. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem("i18nextLng")?.slice(0, 2);
  return languages.find((language) => language === stored) ?? "ru";
}

/** Starts the texts: `app` at once, other files when a screen asks for them. */
export async function startTexts(): Promise<void> {
  i18next.on("languageChanged", remember);
  await i18next
    .use(backend)
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
      interpolation: { escapeValue: false, prefix: "{", suffix: "}" },
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
