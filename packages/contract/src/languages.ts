import { z } from "./z.ts";

export const languages = ["ru", "tg", "az", "en"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "ru";
export const languageSchema = z.enum(languages);
