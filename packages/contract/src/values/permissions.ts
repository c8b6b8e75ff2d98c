import { recordOf } from "./record-of.ts";

/** The fourteen resources of the specification, then those of decisions.md. Order is the role picker's. */
export const resources = [
  "group",
  "district",
  "garden",
  "satelliteimagery",
  "wholeimage",
  "ministry",
  "ministryemployee",
  "planttreedetail",
  "planttreetask",
  "planttreetaskreport",
  "planttreetype",
  "region",
  "device",
  "user",
  "violation",
  "document",
  "report",
] as const;
export type Resource = (typeof resources)[number];
export const actions = ["view", "add", "change", "delete"] as const;
export type Action = (typeof actions)[number];

/** Actions that a role may take on one resource. */
type Grant = Record<Action, boolean>;
export type Permissions = Record<Resource, Grant>;
/** Permissions as they are stored: what is left out is not granted. */
export type StoredPermissions = Partial<Record<Resource, Partial<Grant>>>;

/** Builds the full matrix from one rule. */
export function fillPermissions(
  rule: (resource: Resource, action: Action) => boolean,
): Permissions {
  return recordOf(resources, (resource) => recordOf(actions, (action) => rule(resource, action)));
}

/** The two roles that cannot be edited or deleted. */
const builtInRoles = ["MasterAdmin", "SysAdmin"] as const;
type BuiltInRole = (typeof builtInRoles)[number];
export const isBuiltInRole = (role: string): role is BuiltInRole =>
  (builtInRoles as readonly string[]).includes(role);

export type Permission = `${Resource}.${Action}`;

/** Kinds of record that have no rights of their own, and the right of another resource that each action asks for. */
const borrowedRights = {
  organizationtype: {
    view: "ministry.view",
    add: "ministry.add",
    change: "ministry.change",
    delete: "ministry.delete",
  },
  gardennote: {
    view: "garden.view",
    add: "garden.change",
    change: "garden.change",
    delete: "garden.change",
  },
  imagerysource: {
    view: "satelliteimagery.view",
    add: "satelliteimagery.add",
    change: "satelliteimagery.change",
    delete: "satelliteimagery.delete",
  },
  alertrule: {
    view: "device.view",
    add: "device.change",
    change: "device.change",
    delete: "device.change",
  },
} as const satisfies Record<string, Record<Action, Permission>>;
/** The names in policies and in the audit log: a resource, or what is written by the rights of another one. */
export type Subject = Resource | keyof typeof borrowedRights;

const borrows = (subject: Subject): subject is keyof typeof borrowedRights =>
  subject in borrowedRights;

/** The right that an action on a kind of record asks for. */
export const rightFor = (subject: Subject, action: Action): Permission =>
  borrows(subject) ? borrowedRights[subject][action] : `${subject}.${action}`;

/** The two halves of a right: what may be done with what. */
export function partsOf(right: Permission): { resource: Resource; action: Action } {
  const [resource, action] = right.split(".") as [Resource, Action];
  return { resource, action };
}

/** Tells whether permissions hold a right. */
export function hasRight(permissions: Permissions, right: Permission): boolean {
  const { resource, action } = partsOf(right);
  return permissions[resource][action];
}

/**
 * Callers that a call admits: anybody, a device with its own token (the route asks for it), anybody signed
 * in, the two built-in roles, or holders of one permission. "openData": anybody reads what is published, and with a
 * token what is theirs; the route decides.
 */
export type Access =
  | "public"
  | "openData"
  | "device"
  | "monitor"
  | "signedIn"
  | "builtIn"
  | Permission;
