/** Chooses the profile by which a file is read, and says what one would keep of it. */
import type { Db } from "@nihol/db/connection";
import type { Parameters } from "@nihol/store/readings/parameters";
import type { Actor } from "../../http/actor.ts";
import { refuseField } from "../../http/problem.ts";
import type { DeviceFacts } from "../../policies/devices.ts";
import { areKnown, type CsvHead, type CsvTable } from "./csv-table.ts";
import { fingerprintOf } from "./fingerprint.ts";
import {
  type FileKind,
  listFitting,
  type ProfileRow,
  type Said,
} from "./profiles/profile-queries.ts";

/**
 * Profiles that fit a file, and the one by which it is to be read.
 * @throws {FieldProblem} for a profile that does not fit it, or that the actor does not see
 */
export async function findProfiles(
  db: Db,
  actor: Actor,
  file: FileKind,
  wanted: "newest" | number | undefined,
  parameters: Parameters,
) {
  const rows = await listFitting(db, actor, file);
  const profiles = rows.filter(({ mapping, units }) => areKnown(mapping, units, parameters));
  if (wanted === undefined) return { profiles, profile: undefined };
  if (wanted === "newest") return { profiles, profile: profiles[0] };
  const profile = profiles.find(({ id }) => id === wanted);
  return { profiles, profile: profile ?? refuseField("profile", "not_found") };
}

/** The file as far as profiles go. */
export const fileKind = (
  { headings, hasHeadings }: CsvHead,
  device: DeviceFacts | undefined,
): FileKind => ({
  ...{ fingerprint: fingerprintOf(headings), hasHeadings, device },
});

/** Roles, units, zone and order of days as the person said them, or the profile by which the file was read. */
export const saidOf = (
  table: CsvTable,
  zone: string,
  day_order: ProfileRow["day_order"] | undefined,
): Said => ({
  mapping: table.roles,
  units: table.units.map((one) => (one && one.state !== "assumed" ? one.unit : "")),
  timezone: table.zone === undefined ? zone : null,
  day_order: day_order ?? null,
});
