export const languages = ["ru", "tg", "az", "en"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "ru";

/** A name in the programme's languages; az may be empty and falls back to ru. */
export type Names = Record<Language, string>;

/** Languages in which a name must be given; az is optional and falls back to ru. */
export const requiredNameLanguages = ["tg", "ru", "en"] as const;
