/** A fetcher that asks for each document once: capabilities and catalogues are read again for every garden. */
import type { Answer } from "./read-answer.ts";
import type { SourceFetcher } from "./source-fetcher.ts";

/** Documents that are kept, the first ones. */
const documentsMax = 500;

/** @param fetcher is closed by whoever opened it */
export function rememberDocuments(fetcher: SourceFetcher): SourceFetcher {
  const known = new Map<string, Promise<Answer>>();
  return {
    ...fetcher,
    get(address, expected, signal) {
      if (expected.kind !== "json" && expected.kind !== "xml")
        return fetcher.get(address, expected, signal);
      const asked = known.get(address) ?? fetcher.get(address, expected, signal);
      if (known.size < documentsMax) known.set(address, asked);
      asked.catch(() => known.delete(address));
      return asked;
    },
  };
}
