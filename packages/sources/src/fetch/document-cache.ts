/** A fetcher that asks for each document once: capabilities and catalogues are read again for every garden. */
import type { Answer } from "./read-answer.ts";
import type { SourceFetcher } from "./source-fetcher.ts";

/** Documents and bytes that are kept at most, enough for what is read of one catalogue; later ones are asked for each time. */
const documentsMax = 2000;
const bytesMax = 64 * 1024 ** 2;

/** @param fetcher is closed by whoever opened it */
export function cacheDocuments(fetcher: SourceFetcher): SourceFetcher {
  const known = new Map<string, Promise<Answer>>();
  let bytes = 0;
  return {
    ...fetcher,
    get(address, expected, signal) {
      if (expected.kind !== "json" && expected.kind !== "xml")
        return fetcher.get(address, expected, signal);
      const asked = known.get(address) ?? fetcher.get(address, expected, signal);
      if (known.has(address) || known.size >= documentsMax || bytes >= bytesMax) return asked;
      known.set(address, asked);
      asked.then(
        (answer) => {
          bytes += answer.bytes.length;
        },
        () => known.delete(address),
      );
      return asked;
    },
  };
}
