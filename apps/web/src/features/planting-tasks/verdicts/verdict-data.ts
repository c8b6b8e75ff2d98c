/** Sends decisions and appeals, and asks anew for what they change. */
import type { BodyOf } from "@nihol/contract/api/calls";
import { paths } from "@nihol/contract/values/paths";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";

/** Refreshes what a decision or an appeal changes. */
export const refreshVerdicts = () => refresh(paths.plantingVerdict, paths.plantTreeTask);

/** Refreshing is the caller's: the queue moves to the next one first. Throws ApiError. */
export async function sendDecision(
  id: number,
  body: BodyOf<"POST /planting-verdict/:id/decision">,
): Promise<void> {
  await ask("POST /planting-verdict/:id/decision", { params: { id }, body });
}

/** Throws ApiError. */
export async function sendAppeal(
  id: number,
  body: BodyOf<"POST /planting-verdict/:id/appeal">,
): Promise<void> {
  await ask("POST /planting-verdict/:id/appeal", { params: { id }, body });
  await refreshVerdicts();
}
