import { languages } from "./values/languages.ts";
import { limits } from "./values/limits.ts";
import { z } from "./z.ts";

export const languageSchema = z.enum(languages);

const oneName = z
  .string()
  .trim()
  .min(1, { error: "required" })
  .max(limits.name.max, { error: "too_long" });

/** Name in the languages of Nihol: tg, ru and en required, az optional (falls back to ru). */
export const namesSchema = z.object({
  tg: oneName,
  ru: oneName,
  en: oneName,
  az: z.string().trim().max(limits.name.max, { error: "too_long" }).default(""),
});
