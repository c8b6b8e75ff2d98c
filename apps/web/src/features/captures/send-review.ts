import type { BodyOf } from "@nihol/contract/api/calls";
import { paths } from "@nihol/contract/values/paths";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";

/** Sends a decision on an image; then everything that counts trees is asked anew. Throws ApiError. */
export async function sendReview(
  id: number,
  body: BodyOf<"POST /capture/:id/review">,
): Promise<void> {
  await ask("POST /capture/:id/review", { params: { id }, body });
  await refresh(
    paths.capture,
    paths.wholeImage,
    paths.statistics,
    paths.garden,
    paths.region,
    paths.district,
  );
}
