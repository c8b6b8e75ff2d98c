/** Rights of a person with the records of every list, for their profile: a screen knows them before the rows come. */
import { documents } from "@nihol/contract/documents";
import { gardenNotes } from "@nihol/contract/garden-notes";
import { gardens } from "@nihol/contract/gardens";
import { imagerySources } from "@nihol/contract/imagery/imagery-sources";
import { processes } from "@nihol/contract/imagery/processes";
import { trees } from "@nihol/contract/imagery/trees";
import { wholeImages } from "@nihol/contract/imagery/whole-images";
import { ministries, organizationTypes } from "@nihol/contract/ministries";
import { ministryEmployees } from "@nihol/contract/ministry-employees";
import type { ListCan } from "@nihol/contract/paging";
import { groups } from "@nihol/contract/people/groups";
import { users } from "@nihol/contract/people/users";
import { plantTreeTasks } from "@nihol/contract/planting/plant-tree-tasks";
import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import { reportPeriods } from "@nihol/contract/reports/report-periods";
import { alertRules } from "@nihol/contract/sensors/alert-rules";
import { devices } from "@nihol/contract/sensors/devices";
import { districts, regions } from "@nihol/contract/territory";
import { violations } from "@nihol/contract/violations/violations";
import type { Actor } from "../http/actor.ts";
import { listCan } from "./rights.ts";

const written = [
  documents,
  gardenNotes,
  gardens,
  imagerySources,
  processes,
  trees,
  wholeImages,
  ministries,
  organizationTypes,
  ministryEmployees,
  groups,
  users,
  plantTreeTasks,
  plantTreeTypes,
  reportPeriods,
  alertRules,
  devices,
  districts,
  regions,
  violations,
] as const;

/** By the path of the list, what its own answer would say in `can`. */
export const canOfLists = (actor: Actor): Record<string, ListCan> =>
  Object.fromEntries(written.map(({ path, name }) => [path, listCan(actor, name)]));
