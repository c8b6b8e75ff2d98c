import type { UserProfile } from "@nihol/contract/people/sign-in";
import {
  Building2,
  CalendarCheck,
  ChartColumn,
  ChartColumnStacked,
  ClipboardList,
  Contact,
  Droplets,
  FileText,
  GitCompare,
  Images,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Map as MapIcon,
  NotebookPen,
  Radio,
  ScanSearch,
  Shield,
  ShieldAlert,
  Sprout,
  Tags,
  TreeDeciduous,
  Trees,
  UserCog,
  Users,
  Wind,
} from "lucide-react";
import { holds, mayOpenDashboard } from "../permissions.ts";

/**
 * The screens that exist, in the order of the menu. A new screen is one entry here, and its title is
 * `screen_<id>` in app.json.
 */
export const screens = [
  {
    id: "dashboard",
    icon: LayoutDashboard,
    to: "/admin",
    section: "greening",
    may: mayOpenDashboard,
  },
  {
    id: "gardens",
    icon: Trees,
    to: "/admin/gardens",
    section: "greening",
    may: needs("garden.view"),
  },
  {
    id: "garden_notes",
    icon: NotebookPen,
    to: "/admin/garden_notes",
    section: "greening",
    may: needs("garden.view"),
  },
  {
    id: "tree_task",
    icon: ClipboardList,
    to: "/admin/tree_task",
    section: "greening",
    may: needs("planttreetask.view"),
  },
  {
    id: "tree_type",
    icon: TreeDeciduous,
    to: "/admin/tree_type",
    section: "greening",
    may: needs("planttreetype.view"),
  },
  {
    id: "process",
    icon: Images,
    to: "/admin/process",
    section: "images",
    may: needs("satelliteimagery.view"),
  },
  {
    id: "dates_to_check",
    icon: CalendarCheck,
    to: "/admin/process",
    view: "dates",
    section: "images",
    may: needs("satelliteimagery.view"),
  },
  {
    id: "image_processing_ai",
    icon: ScanSearch,
    to: "/admin/image_processing_ai",
    section: "images",
    may: needs("wholeimage.view"),
  },
  {
    id: "image_compare",
    icon: GitCompare,
    to: "/admin/image_compare",
    section: "images",
    may: needs("wholeimage.view"),
  },
  {
    id: "regions",
    icon: MapIcon,
    to: "/admin/regions",
    section: "territories",
    may: needs("region.view"),
  },
  {
    id: "districts",
    icon: Building2,
    to: "/admin/districts",
    section: "territories",
    may: needs("district.view"),
  },
  {
    id: "air_monitoring",
    icon: Wind,
    to: "/admin/air_monitoring",
    section: "monitoring",
    may: () => true,
  },
  {
    id: "soil_monitoring",
    icon: Sprout,
    to: "/admin/soil_monitoring",
    section: "monitoring",
    may: () => true,
  },
  {
    id: "water_monitoring",
    icon: Droplets,
    to: "/admin/water_monitoring",
    section: "monitoring",
    may: () => true,
  },
  {
    id: "monitoring_devices",
    icon: Radio,
    to: "/admin/monitoring_devices",
    section: "monitoring",
    may: isSignedIn,
  },
  {
    id: "report_by_region",
    icon: ChartColumn,
    to: "/admin/report_by_region",
    section: "reports",
    may: isSignedIn,
  },
  {
    id: "report_by_district",
    icon: ChartColumnStacked,
    to: "/admin/report_by_district",
    section: "reports",
    may: isSignedIn,
  },
  {
    id: "violation",
    icon: ShieldAlert,
    to: "/admin/violation",
    section: "reports",
    may: isSignedIn,
  },
  {
    id: "ministry",
    icon: Landmark,
    to: "/admin/ministry",
    section: "administration",
    may: needs("ministry.view"),
  },
  {
    id: "ministry_employees",
    icon: Contact,
    to: "/admin/ministry",
    view: "employees",
    section: "administration",
    may: (profile) => holds(profile, "ministry.view") && holds(profile, "ministryemployee.view"),
  },
  {
    id: "organization_type",
    icon: Tags,
    to: "/admin/organization_type",
    section: "administration",
    may: needs("ministry.view"),
  },
  {
    id: "orama_doc",
    icon: FileText,
    to: "/admin/orama_doc",
    section: "administration",
    may: needs("group.view"),
  },
  {
    id: "users",
    icon: Users,
    to: "/admin/users",
    section: "administration",
    may: needs("user.view"),
  },
  {
    id: "administrators",
    icon: UserCog,
    to: "/admin/users",
    view: "administrators",
    section: "administration",
    may: needs("user.view"),
  },
  {
    id: "roles",
    icon: Shield,
    to: "/admin/roles",
    section: "administration",
    may: needs("group.view"),
  },
] as const satisfies readonly Screen[];

export type ScreenId = (typeof screens)[number]["id"];
export type SectionId = (typeof screens)[number]["section"];

type Screen = {
  id: string;
  icon: LucideIcon;
  to: string;
  /** Which of the lists at this address: `?view=`. */
  view?: string;
  section: string;
  may: (profile: UserProfile | null) => boolean;
};

function isSignedIn(profile: UserProfile | null): boolean {
  return profile !== null;
}

function needs(permission: Parameters<typeof holds>[1]) {
  return (profile: UserProfile | null) => holds(profile, permission);
}

/** The screens this person may open. */
export function screensFor(profile: UserProfile | null) {
  return screens.filter((screen) => screen.may(profile));
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
