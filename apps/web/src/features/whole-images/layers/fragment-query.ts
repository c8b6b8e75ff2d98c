import { paths } from "@nihol/contract/values/paths";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";

export const fragmentPath = (image: string | number) => `${paths.wholeImage}/${image}/fragment`;

/** Fragment of an image, by its number from 1. */
export function fragmentQuery(image: string | number, n: number) {
  return queryOptions({
    queryKey: [fragmentPath(image), "one", String(n)],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/fragment/:n", { params: { id: image, n }, signal }),
  });
}
