import { readFileSync } from "node:fs";
import { pluralForm } from "./plural.ts";

/** The languages there are texts in; ru is the default and the fallback. */
export const textLanguages = ["ru", "tg", "az", "en"] as const;
export type TextLanguage = (typeof textLanguages)[number];

type Params = Readonly<Record<string, string | number>>;
type Texts = Readonly<Record<string, string>>;

const loaded = new Map<string, Texts>();

/**
 * The text of `key` ("errors.required": file, then key) in a language, with `{placeholders}` filled and the forms of
 * words beside numbers chosen (`pluralForm`).
 * Where the language lacks it, the Russian one; where that lacks it too, the key itself.
 * For servers, exports and PDFs; the screens read the same files through i18next.
 */
export function text(language: string, key: string, params: Params = {}): string {
  const dot = key.indexOf(".");
  const file = key.slice(0, dot);
  const name = key.slice(dot + 1);
  const template = texts(asLanguage(language), file)[name] ?? texts("ru", file)[name] ?? key;
  return template.replace(/\{(\w+)(?:, ([^}]*))?\}/g, (whole, param: string, forms?: string) => {
    const value = params[param];
    if (value === undefined) return whole;
    return forms === undefined ? String(value) : pluralForm(value, forms, asLanguage(language));
  });
}

/** Tells whether a text exists in Russian: for codes that may come from elsewhere. */
export function hasText(key: string): boolean {
  const dot = key.indexOf(".");
  return texts("ru", key.slice(0, dot))[key.slice(dot + 1)] !== undefined;
}

/** The best of our languages for an accept-language header; ru when none fits. */
export function languageOf(acceptLanguage: string | undefined): TextLanguage {
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => part.trim().split(";"))
    .map(([tag = "", quality = "q=1"]) => ({
      language: tag.slice(0, 2).toLowerCase(),
      quality: Number(quality.replace("q=", "")) || 0,
    }))
    .sort((a, b) => b.quality - a.quality);
  for (const { language, quality } of wanted) {
    const known = textLanguages.find((one) => one === language);
    if (known && quality > 0) return known;
  }
  return "ru";
}

function asLanguage(language: string): TextLanguage {
  return textLanguages.find((one) => one === language) ?? "ru";
}

function texts(language: TextLanguage, file: string): Texts {
  const path = `${language}/${file}`;
  const known = loaded.get(path);
  if (known) return known;
  // The panel loads `errors` before anything else; what a server alone refuses, and what is read in an image before it is
  // sent, stands apart from it.
  const more = file === "errors" ? ["refusals", "ingest"] : [];
  const parts = [...more.map((one) => `${language}/${one}`), path].map(readTexts);
  const read: Texts = Object.assign({}, ...parts);
  loaded.set(path, read);
  return read;
}

function readTexts(path: string): Texts {
  if (!/^[a-z]{2}\/[a-z][a-z0-9-]*$/.test(path)) return {};
  try {
    return JSON.parse(readFileSync(new URL(`./${path}.json`, import.meta.url), "utf8")) as Texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
