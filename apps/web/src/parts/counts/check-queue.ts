import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import { paths } from "@nihol/contract/values/paths";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";

/** Of which fragments the queue is: those of the image, or of all images that count in a garden. */
type QueueOf = { image?: string; garden?: number | undefined };

export function checkQueueQuery({ image, garden }: QueueOf) {
  return queryOptions({
    queryKey: [paths.wholeImage, "queue", garden ?? null, garden ? null : image],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/check-queue", {
        query: garden ? { garden } : { whole_image: image },
        signal,
      }),
  });
}

/** The first that is not the one that is shown. */
export const nextToCheck = (queue: CheckQueue | undefined, image?: number | string, n?: number) =>
  queue?.next.find((one) => String(one.whole_image) !== String(image) || one.n !== n);
