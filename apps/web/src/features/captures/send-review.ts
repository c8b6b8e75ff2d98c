import type { Capture } from "@nihol/contract/imagery/captures";
import { paths } from "@nihol/contract/values/paths";
import { post } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";

/** Sends a decision on a picture; then everything that counts trees is asked anew. Throws ApiError. */
export async function sendReview(id: number, body: object): Promise<void> {
  await post<Capture>(`${paths.capture}/${id}/review`, body);
  await refresh(
    paths.capture,
    paths.wholeImage,
    paths.statistics,
    paths.garden,
    paths.region,
    paths.district,
  );
}
