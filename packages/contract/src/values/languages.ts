/** Languages of Nihol, in the order in which they are offered. */
export const languages = ["tg", "ru", "en", "az"] as const;
export type Language = (typeof languages)[number];

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  tg: "Тоҷикӣ",
  ru: "Русский",
  en: "English",
  az: "Azərbaycanca",
};

/** The side from which each is written, as a document's `dir` says it. */
export const writingDirections: Record<Language, "ltr" | "rtl"> = {
  tg: "ltr",
  ru: "ltr",
  en: "ltr",
  az: "ltr",
};

/** Name in the languages of Nihol; az may be empty and falls back to ru. */
export type Names = Record<Language, string>;
