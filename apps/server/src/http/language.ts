/** The language of one request, from its accept-language header. */
import { defaultLanguage, type Language, languages } from "@nihol/contract/languages";

const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag);

/** First supported language of the header by quality; ru when there is none. */
export function requestLanguage(header: string | undefined): Language {
  const wanted = (header ?? "")
    .split(",")
    .map((part) => {
      const [tag = "", ...rest] = part.trim().toLowerCase().split(";");
      const q = Number(
        rest
          .find((r) => r.trim().startsWith("q="))
          ?.trim()
          .slice(2) ?? 1,
      );
      return { tag: tag.split("-")[0] ?? "", q: Number.isFinite(q) ? q : 0 };
    })
    .sort((a, b) => b.q - a.q);
  return wanted.map((w) => w.tag).find(isLanguage) ?? defaultLanguage;
}
