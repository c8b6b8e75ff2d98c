/** Deciding proposals of many devices: each is one transaction, so that a device waits for one of them at most. */
import type { qualityProposalDecide } from "@nihol/contract/sensors/quality-rules";
import type { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { Problem } from "../../http/problem.ts";
import { findDeviceFacts } from "../../policies/devices.ts";
import { confirmInterval, takeBackInterval } from "./bad-interval-writes.ts";
import { listGroup } from "./proposal-queries.ts";

type Body = z.output<typeof qualityProposalDecide.body>;

/** True of what another person has decided meanwhile. */
const isOver = (error: unknown) => error instanceof Problem && error.status === 409;

/** Milliseconds of a call: who decides thousands is answered in parts. */
const callMs = 15_000;

/**
 * Decides proposals of the groups that nobody has decided yet.
 * @returns how many were decided, and how many are left for the next call
 * @throws {Problem} 404 for a device beyond the actor's scope, before anything is decided
 */
export async function decideProposals(
  db: Db,
  actor: Actor,
  { groups, wrong, note }: Body,
): Promise<{ decided: number; left: number }> {
  for (const { device } of groups) await findDeviceFacts(db, actor, device);
  const until = performance.now() + callMs;
  let [decided, left] = [0, 0];
  for (const group of groups)
    for (const id of await listGroup(db, group)) {
      if (performance.now() > until) {
        left += 1;
        continue;
      }
      try {
        if (wrong) await confirmInterval(db, actor, group.device, id);
        else await takeBackInterval(db, actor, group.device, id, note);
        decided += 1;
      } catch (error) {
        if (!isOver(error)) throw error;
      }
    }
  return { decided, left };
}
