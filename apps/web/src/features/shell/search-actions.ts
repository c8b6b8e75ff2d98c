import type { UserProfile } from "@nihol/contract/people/sign-in";
import type { Permission } from "@nihol/contract/values/permissions";
import { holds } from "../../lib/permissions.ts";

/** What the search offers to begin, each by the address of its form and the right that the form asks for. */
const actions = [
  { id: "task", to: "/admin/tree_task?open=new", needs: "planttreetask.add" },
  { id: "image", to: "/admin/process?open=new", needs: "satelliteimagery.add" },
  { id: "garden", to: "/admin/gardens?open=new", needs: "garden.add" },
  { id: "violation", to: "/admin/violation?open=new", needs: "violation.add" },
  { id: "device", to: "/admin/monitoring_devices?open=new", needs: "device.add" },
  { id: "person", to: "/admin/users?open=new", needs: "user.add" },
] as const satisfies readonly { id: string; to: string; needs: Permission }[];

/** The actions that are open to this person. */
export const actionsFor = (profile: UserProfile | null) =>
  actions.filter(({ needs }) => holds(profile, needs));
