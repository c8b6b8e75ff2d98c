/**
 * Says who may do what with which resource, as sentences: what a role's right needs besides. A resource that is not named
 * needs nothing more; which of its records lie within a person's scope is decided by the queries. Decision record 11.
 */
import { imagerySources } from "@nihol/contract/imagery/imagery-sources";
import { ministries, organizationTypes } from "@nihol/contract/ministries";
import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import { reportPeriods } from "@nihol/contract/reports/report-periods";
import { districts, regions } from "@nihol/contract/territory";
import type { Action, Subject } from "@nihol/contract/values/permissions";
import { reportMinistry } from "@nihol/policies/report-periods";
import { hasFullScope } from "@nihol/policies/viewer";
import type { Actor } from "../http/actor.ts";

/** Width that a person's scope must have, and the code of the refusal to those whose has it not. */
export interface Scope {
  includes: (actor: Actor) => boolean;
  refusal: "whole_programme_only" | "own_ministry_only";
}
const wholeProgramme: Scope = { includes: hasFullScope, refusal: "whole_programme_only" };
const ownMinistry: Scope = {
  includes: (actor) => hasFullScope(actor) || actor.ministryId !== null,
  refusal: "own_ministry_only",
};
const wholeReport: Scope = {
  includes: (actor) => reportMinistry(actor) !== undefined,
  refusal: "whole_programme_only",
};

interface Rule {
  actions: readonly Action[];
  subject: Subject;
  scope: Scope;
}
const writing = ["add", "change", "delete"] as const;
const allow = (
  actions: readonly Action[],
  { name }: { readonly name: Subject },
  scope: Scope,
): Rule => ({ actions, subject: name, scope });

export const rules: readonly Rule[] = [
  allow(writing, regions, wholeProgramme),
  allow(writing, districts, wholeProgramme),
  allow(writing, plantTreeTypes, wholeProgramme),
  allow(writing, organizationTypes, wholeProgramme),
  allow(writing, imagerySources, wholeProgramme),
  // Nobody ends their own ministry.
  allow(["add", "delete"], ministries, wholeProgramme),
  allow(["change"], ministries, ownMinistry),
  allow(writing, { name: "ministryemployee" }, ownMinistry),
  allow(["add", "change"], reportPeriods, wholeReport),
];
