/** Actions that the panel offers with sources of imagery, and with the list of servers that may be asked. */
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import type { Actor } from "../http/actor.ts";
import { rowCan } from "./rights.ts";

/** A source that files are uploaded for has no server to try. */
export function sourceCan(actor: Actor, { kind }: { kind: string }) {
  const can = rowCan(actor, "imagerysource");
  return { ...can, test: can.change && kind !== "upload" };
}

/** Leaves to the built-in roles alone which servers the installation may ask. */
export const hostsCan = (actor: Actor) => ({ change: isBuiltInRole(actor.role) });
