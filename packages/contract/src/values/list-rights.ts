import { paths } from "./paths.ts";
import type { Permission } from "./permissions.ts";

/** The right that a list asks for from which forms choose. A test compares it with the calls. */
export const listRights: Readonly<Record<string, Permission>> = {
  [paths.region]: "region.view",
  [paths.district]: "district.view",
  [paths.garden]: "garden.view",
  [paths.ministry]: "ministry.view",
  [paths.organizationType]: "ministry.view",
  [paths.plantTreeType]: "planttreetype.view",
  [paths.group]: "group.view",
  [paths.imagerySource]: "satelliteimagery.view",
};
