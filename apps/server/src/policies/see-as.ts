/** "See as this role": a call answered as if its caller held another role. It only ever narrows. */

import { seeAsHeader } from "@nihol/contract/values/paths";
import {
  fillPermissions,
  isBuiltInRole,
  type Permissions,
  type Resource,
} from "@nihol/contract/values/permissions";
import type { FastifyRequest } from "fastify";
import { type Actor, holds } from "../http/actor.ts";
import { Problem } from "../http/problem.ts";

/** A role by its id, or undefined when it is gone. */
type FindRole = (id: number) => Promise<{ name: string; permissions: Permissions } | undefined>;

/**
 * The caller with what they share with the role that the call's header names, or the caller as they
 * are without one. The scope stays their own. Such a call reads: a preview that could write would leave
 * traces of what its holder did not mean to do.
 *
 * @throws 403 without `group.view`, for a built-in role seen by other than MasterAdmin, or for writing
 * @throws 404 when the role is gone
 */
export async function seeAs(
  request: FastifyRequest,
  caller: Actor | undefined,
  findRole: FindRole,
): Promise<Actor | undefined> {
  const asked = Number(request.headers[seeAsHeader]);
  if (!caller || !Number.isInteger(asked) || asked < 1) return caller;
  if (!holds(caller, "group", "view")) throw new Problem(403, "permission_denied");
  if (request.method !== "GET" && request.method !== "HEAD")
    throw new Problem(403, "preview_only_reads");
  const role = await findRole(asked);
  if (!role) throw new Problem(404, "not_found");
  // The two built-in roles have the whole country as scope by their name.
  if (isBuiltInRole(role.name) && !caller.isMasterAdmin)
    throw new Problem(403, "permission_denied");
  return {
    ...caller,
    role: role.name,
    isMasterAdmin: caller.isMasterAdmin && role.name === "MasterAdmin",
    permissions: fillPermissions(
      (resource: Resource, action) =>
        holds(caller, resource, action) && role.permissions[resource][action],
    ),
  };
}
