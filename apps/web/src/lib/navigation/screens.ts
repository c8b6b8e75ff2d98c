import type { UserProfile } from "@nihol/contract/people/sign-in";
import { holds, mayOpenDashboard } from "../permissions.ts";

/**
 * The screens that exist, in the order of the menu. A new screen is one entry here; its title is `screen_<id>` in
 * app.json, and its icon stands in `shell/screen-icons.ts`: the sign-in page loads this list, and needs no icons.
 */
export const screens = [
  { id: "dashboard", to: "/admin", section: "greening", may: mayOpenDashboard },
  { id: "home", to: "/admin/home", section: "greening", may: isSignedIn },
  { id: "gardens", to: "/admin/gardens", section: "greening", may: needs("garden.view") },
  {
    id: "garden_notes",
    to: "/admin/garden_notes",
    section: "greening",
    may: needs("garden.view"),
  },
  {
    id: "tree_task",
    to: "/admin/tree_task",
    section: "greening",
    may: needs("planttreetask.view"),
  },
  { id: "field", to: "/field", section: "greening", may: needs("planttreetask.view") },
  {
    id: "verdicts",
    to: "/admin/verdicts",
    section: "greening",
    may: needs("planttreetask.view"),
  },
  {
    id: "tree_type",
    to: "/admin/tree_type",
    section: "greening",
    may: needs("planttreetype.view"),
  },
  {
    id: "process",
    to: "/admin/process",
    section: "images",
    may: needs("satelliteimagery.view"),
  },
  {
    id: "dates_to_check",
    to: "/admin/process",
    view: "dates",
    section: "images",
    may: needs("satelliteimagery.view"),
  },
  {
    id: "imagery_source",
    to: "/admin/imagery_source",
    section: "images",
    may: needs("satelliteimagery.view"),
  },
  {
    id: "image_processing_ai",
    to: "/admin/image_processing_ai",
    section: "images",
    may: needs("wholeimage.view"),
  },
  {
    id: "image_compare",
    to: "/admin/image_compare",
    section: "images",
    may: needs("wholeimage.view"),
  },
  { id: "regions", to: "/admin/regions", section: "territories", may: needs("region.view") },
  { id: "districts", to: "/admin/districts", section: "territories", may: needs("district.view") },
  {
    id: "air_monitoring",
    to: "/admin/air_monitoring",
    section: "monitoring",
    may: isSignedIn,
    shows: needs("device.view"),
  },
  {
    id: "soil_monitoring",
    to: "/admin/soil_monitoring",
    section: "monitoring",
    may: isSignedIn,
    shows: needs("device.view"),
  },
  {
    id: "water_monitoring",
    to: "/admin/water_monitoring",
    section: "monitoring",
    may: isSignedIn,
    shows: needs("device.view"),
  },
  {
    id: "monitoring_devices",
    to: "/admin/monitoring_devices",
    section: "monitoring",
    may: isSignedIn,
    shows: needs("device.view"),
  },
  { id: "alert", to: "/admin/alert", section: "monitoring", may: needs("device.view") },
  { id: "wall", to: "/wall", section: "monitoring", may: needs("device.view") },
  {
    id: "report_by_region",
    to: "/admin/report_by_region",
    section: "reports",
    may: isSignedIn,
  },
  {
    id: "report_by_district",
    to: "/admin/report_by_district",
    section: "reports",
    may: isSignedIn,
  },
  { id: "violation", to: "/admin/violation", section: "reports", may: isSignedIn },
  {
    id: "ministry",
    to: "/admin/ministry",
    section: "administration",
    may: needs("ministry.view"),
  },
  {
    id: "ministry_employees",
    to: "/admin/ministry",
    view: "employees",
    section: "administration",
    may: (profile) => holds(profile, "ministry.view") && holds(profile, "ministryemployee.view"),
  },
  {
    id: "organization_type",
    to: "/admin/organization_type",
    section: "administration",
    may: needs("ministry.view"),
  },
  {
    id: "orama_doc",
    to: "/admin/orama_doc",
    section: "administration",
    may: needs("group.view"),
  },
  { id: "users", to: "/admin/users", section: "administration", may: needs("user.view") },
  {
    id: "administrators",
    to: "/admin/users",
    view: "administrators",
    section: "administration",
    may: needs("user.view"),
  },
  { id: "roles", to: "/admin/roles", section: "administration", may: needs("group.view") },
  {
    id: "audit_log",
    to: "/admin/audit_log",
    section: "administration",
    may: needs("group.view"),
  },
  {
    id: "operations",
    to: "/admin/operations",
    section: "administration",
    may: mayOpenDashboard,
  },
] as const satisfies readonly Screen[];

export type ScreenId = (typeof screens)[number]["id"];
export type KnownScreen = (typeof screens)[number];
export type SectionId = (typeof screens)[number]["section"];

type Screen = {
  id: string;
  to: string;
  /** List that is meant where several stand at this address: `?view=`. */
  view?: string;
  section: string;
  /** True where they may open its address. */
  may: (profile: UserProfile | null) => boolean;
  /** Where more is needed to see anything there: whether they see it. */
  shows?: (profile: UserProfile | null) => boolean;
};

function isSignedIn(profile: UserProfile | null): boolean {
  return profile !== null;
}

function needs(permission: Parameters<typeof holds>[1]) {
  return (profile: UserProfile | null) => holds(profile, permission);
}

/** Tells whether a screen is offered to this person: they may open it and see something there. */
export function isOffered(screen: Screen, profile: UserProfile | null): boolean {
  return screen.may(profile) && (screen.shows?.(profile) ?? true);
}

/** The screens that are offered to this person: the entries of their menu. */
export function screensFor(profile: UserProfile | null) {
  return screens.filter((screen) => isOffered(screen, profile));
}

/** The part of an address that distinguishes two screens at one path; nothing where there is one. */
export function viewOf(screen: Screen): { view?: string | undefined } {
  const isShared = screens.some((one: Screen) => one.to === screen.to && one.view);
  return isShared ? { view: screen.view } : {};
}

type Address = { pathname: string; search: { view?: string } };

/** The screen of an address, by its longest beginning and its view. */
export function screenAt({ pathname, search }: Address) {
  const path = pathname.replace(/\/+$/, "");
  const holdsPath = (screen: Screen) =>
    path === screen.to || (screen.to !== "/admin" && path.startsWith(`${screen.to}/`));
  const here = [...screens]
    .sort((a, b) => b.to.length - a.to.length)
    .filter((screen) => holdsPath(screen));
  return here.find((screen: Screen) => screen.view === search.view) ?? here[0];
}
