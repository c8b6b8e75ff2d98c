export const languages = ["ru", "tg", "az", "en"] as const;
export type Language = (typeof languages)[number];

/** A name in the programme's languages; az may be empty and falls back to ru. */
export type Names = Record<Language, string>;
