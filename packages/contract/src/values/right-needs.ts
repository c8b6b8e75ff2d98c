/** Rights in the role picker: those without effect, and what each needs besides. Apart from the names of rights, which every page loads. */
import {
  actions,
  hasRight,
  type Permission,
  type Permissions,
  partsOf,
  resources,
} from "./permissions.ts";

/**
 * Reasons why a right is not offered: nothing asks for it yet, or everybody who is signed in has what it would give.
 */
type Unused = "not_yet" | "everybody";
/** Rights without effect. Every other one is asked for by some call; a test compares both. */
export const unusedRights: Partial<Record<Permission, Unused>> = {
  "wholeimage.add": "not_yet",
  "violation.view": "everybody",
  "document.view": "everybody",
  "report.view": "everybody",
  "report.delete": "not_yet",
};

/** Needs of a right besides the view of its own resource, since its screen or form asks for them. */
const besides: Partial<Record<Permission, readonly Permission[]>> = {
  // the region is chosen
  "district.add": ["region.view"],
  "district.change": ["region.view"],
  // employees are shown with their organization
  "ministryemployee.view": ["ministry.view"],
  // trees are corrected in the fragments of their image
  "planttreedetail.add": ["wholeimage.view"],
  "planttreedetail.change": ["wholeimage.view"],
  "planttreedetail.delete": ["wholeimage.view"],
  // garden and tree types are chosen
  "planttreetask.add": ["garden.view", "planttreetype.view"],
  "planttreetask.change": ["garden.view", "planttreetype.view"],
  // reports are shown with their task
  "planttreetaskreport.view": ["planttreetask.view"],
  // the role is chosen
  "user.add": ["group.view"],
  "user.change": ["group.view"],
  // the screen of documents opens with it
  "document.add": ["group.view"],
  "document.change": ["group.view"],
  "document.delete": ["group.view"],
};

/** Tells whether a right has an effect. */
export const isUsed = (right: Permission): boolean => unusedRights[right] === undefined;

function neededAtOnce(right: Permission): Permission[] {
  const { resource } = partsOf(right);
  const view: Permission = `${resource}.view`;
  return [...(right !== view && isUsed(view) ? [view] : []), ...(besides[right] ?? [])];
}

/** Everything that a right needs to be of use, and what that needs in turn; without the right itself. */
export function neededFor(right: Permission): Permission[] {
  const found = new Set<Permission>();
  const waiting = neededAtOnce(right);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...neededAtOnce(next));
  }
  return [...found];
}

/** Every right, in the role picker's order. */
export const rights: readonly Permission[] = resources.flatMap((resource) =>
  actions.map((action): Permission => `${resource}.${action}`),
);

/** The rights that others of these permissions need and that are not among them, each with one that needs it. */
export function missingNeeds(permissions: Permissions): { right: Permission; needs: Permission }[] {
  const found = new Map<Permission, Permission>();
  for (const right of rights.filter((one) => hasRight(permissions, one)))
    for (const needs of neededFor(right))
      if (!hasRight(permissions, needs) && !found.has(needs)) found.set(needs, right);
  return [...found].map(([needs, right]) => ({ right, needs }));
}
