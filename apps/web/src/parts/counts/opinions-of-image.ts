import { paths } from "@nihol/contract/values/paths";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";

/** All that is asked of an image's second opinions. */
export const opinionsKey = (image: string | number) =>
  [paths.wholeImage, "opinions", String(image)] as const;

/** Numbers of those that wait and are given, and how far people agree. */
export function opinionsOfImageQuery(image: string | number) {
  return queryOptions({
    queryKey: [...opinionsKey(image), "agreement"],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/second-opinion/agreement", { params: { id: image }, signal }),
  });
}
