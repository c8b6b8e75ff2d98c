import type { CheckQueue } from "@nihol/contract/imagery/check-queue";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";
import { fragmentPath } from "../layers/fragment-query.ts";

/** Of which fragments the queue is: those of the image, or of all images that count in a garden. */
export type QueueOf = { image: string; garden?: number | undefined };

/** Key begins with the image's fragments, whose reviews change it. */
export function checkQueueQuery({ image, garden }: QueueOf) {
  return queryOptions({
    queryKey: [fragmentPath(image), "queue", garden ?? null],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/check-queue", {
        query: garden ? { garden } : { whole_image: image },
        signal,
      }),
  });
}

/** The first that is not the one that is shown. */
export const nextToCheck = (queue: CheckQueue | undefined, image: number | string, n?: number) =>
  queue?.next.find((one) => String(one.whole_image) !== String(image) || one.n !== n);
