/** Actions that the panel offers with imagery, by the right, the scope and the state of what is shown. Decision record 11. */

import {
  isProcessRunning,
  type ProcessPriority,
  type ProcessState,
} from "@nihol/contract/values/imagery";
import type { OpinionState } from "@nihol/contract/values/imagery/calibration";
import type { OfferState } from "@nihol/contract/values/imagery/imagery-sources";
import { type Actor, holds } from "../http/actor.ts";
import { comparable, type ImageryScope, mayActOn, mayRaise } from "./imagery.ts";

/** Pixels of an image that is being worked on are not deleted from under the work. */
const mayDelete = (
  actor: Actor,
  row: ImageryScope & { status: ProcessState },
  resource: "satelliteimagery" | "wholeimage",
) => !isProcessRunning(row.status) && mayActOn(actor, row, resource, "delete");

interface ProcessFacts extends ImageryScope {
  status: ProcessState;
  priority: ProcessPriority;
  /** True where some of its blocks failed. */
  has_failed: boolean;
  whole_image_id: number | null;
}

export function processCan(actor: Actor, row: ProcessFacts) {
  const change = mayActOn(actor, row, "satelliteimagery", "change");
  const ended = !isProcessRunning(row.status);
  return {
    change,
    delete: mayDelete(actor, row, "satelliteimagery"),
    stop: change && !ended,
    restart_all: change && ended,
    restart_failed:
      change &&
      (row.status === "stopped" ||
        (row.status === "failed" && (row.has_failed || row.whole_image_id === null))),
    prioritize: change && !ended && (row.priority !== "high" || mayRaise(actor)),
    raise: change && !ended && mayRaise(actor),
  };
}

/** Of an image found by its hash: it goes with the processes that read it. */
export const hashCan = (actor: Actor, row: ImageryScope) => ({
  delete: mayActOn(actor, row, "satelliteimagery", "delete"),
});

export const imageCan = (actor: Actor, row: ImageryScope & { status: ProcessState }) => ({
  change: mayActOn(actor, row, "wholeimage", "change"),
  delete: mayDelete(actor, row, "wholeimage"),
});

/** A fragment goes with its image alone. */
export const fragmentCan = (actor: Actor, row: ImageryScope) => ({
  change: mayActOn(actor, row, "wholeimage", "change"),
  delete: false,
  correct:
    row.in_scope &&
    (["add", "change", "delete"] as const).some((one) => holds(actor, "planttreedetail", one)),
});

export const captureCan = (actor: Actor, row: ImageryScope) => ({
  review: mayActOn(actor, row, "satelliteimagery", "change"),
  open: holds(actor, "wholeimage", "view"),
});

/** Accepting what a source offers makes a process: it asks for the right to add one besides. */
export function offerCan(actor: Actor, { status }: { status: OfferState }) {
  const mayDecide = holds(actor, "satelliteimagery", "change");
  return {
    accept: mayDecide && status !== "accepted" && holds(actor, "satelliteimagery", "add"),
    reject: mayDecide && status === "new",
  };
}

/** @param hasMoreWindows whether further windows may be asked for, and the image has some */
export function calibrationCan(
  actor: Actor,
  image: ImageryScope & { status: ProcessState },
  hasMoreWindows: boolean,
) {
  const mayOnce = mayActOn(actor, image, "wholeimage", "change");
  const change = mayOnce && image.status === "completed";
  return {
    change,
    change_once_counted: mayOnce,
    recount: change && mayActOn(actor, image, "satelliteimagery", "change"),
    more: change && hasMoreWindows,
  };
}

/** With the ground of an image. `isOwn`: the actor may change all images that people said are of it; `lessons`: those that they may take back. */
export function groundCan(
  actor: Actor,
  image: ImageryScope & { status: ProcessState; counted: boolean },
  ground: {
    isOwn: boolean;
    isLearnable: boolean;
    isUsable: boolean;
    isUsed: boolean;
    lessons: { isWithdrawn: boolean } | undefined;
  },
) {
  const name = image.counted && mayActOn(actor, image, "wholeimage", "change");
  const teach = name && ground.isOwn;
  const recount =
    name && image.status === "completed" && mayActOn(actor, image, "satelliteimagery", "change");
  return {
    name,
    learn: teach && ground.isLearnable,
    recount: recount && ground.isUsable,
    recount_without: recount && ground.isUsed,
    withdraw: teach && ground.lessons?.isWithdrawn === false,
    restore: teach && ground.lessons?.isWithdrawn === true,
  };
}

/** Says whether the actor draws fragments for second opinions on an image, ends them and counts. */
export const mayGiveOpinions = (actor: Actor, image: ImageryScope & { status: ProcessState }) =>
  image.status === "completed" && mayActOn(actor, image, "wholeimage", "change");

/** With one second opinion: nobody counts a fragment anew whose trees they corrected. */
export const opinionCan = (
  actor: Actor,
  image: ImageryScope & { status: ProcessState },
  { state, is_own }: { state: OpinionState; is_own: boolean },
) => ({ count: state === "open" && !is_own && mayGiveOpinions(actor, image) });

/** With the second opinions on an image. @param drawable fragments that may be drawn; @param open opinions not given yet */
export function opinionsCan(
  actor: Actor,
  image: ImageryScope & { status: ProcessState },
  { drawable, open }: { drawable: number; open: number },
) {
  const mayGive = mayGiveOpinions(actor, image);
  return { draw: mayGive && drawable > 0, end: mayGive && open > 0 };
}

export const compareCan = (pairs: readonly { before: ImageryScope; after: ImageryScope }[]) => ({
  compare: comparable(pairs).length > 0,
});
