import { paths } from "@nihol/contract/values/paths";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";

/** Decision about an offered capture. */
export type Decision = "accept" | "reject";

/** Lists that show what becomes of it. */
export const shownIn = [paths.offeredCapture, paths.satelliteImagery];

/** Sends one decision; no list is asked anew. Throws ApiError. */
export const askDecision = (id: number, decision: Decision) =>
  decision === "accept"
    ? ask("POST /offered-capture/:id/accept", { params: { id } })
    : ask("POST /offered-capture/:id/reject", { params: { id } });

/** Sends one decision; then what shows it is asked anew. Throws ApiError. */
export async function sendDecision(id: number, decision: Decision): Promise<void> {
  await askDecision(id, decision);
  await refresh(...shownIn);
}
