/** The demonstration: made once, on a new embedded data folder, marked as such on every screen. */

import { fillPermissions } from "@nihol/contract/values/permissions";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { movedBy } from "@nihol/geo/flat-meters";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { insertPerson } from "./accounts.ts";
import { seedAlerts } from "./alerts.ts";
import {
  contractorType,
  devices,
  type Grants,
  gardens,
  ministries,
  organizationTypes,
  people,
  roles,
} from "./demo-data.ts";
import { seedEmployees } from "./demo-employees.ts";
import { seedDeviceGroups } from "./device-groups.ts";
import { seedGardenNotes } from "./garden-notes.ts";
import { seedImagerySources } from "./imagery-sources.ts";
import { seedNotices } from "./notices.ts";
import { seedPlanting, visitedTasks } from "./planting.ts";
import { sendDemoReadings } from "./readings.ts";
import { seedReportPeriod } from "./report-periods.ts";
import { demoImages } from "./season.ts";
import { seedServicing } from "./servicing.ts";
import { seedSurvival } from "./survival.ts";
import { seedTaskComments } from "./task-comments.ts";
import { seedTerritory } from "./territory.ts";
import { seedVerdicts } from "./verdicts.ts";
import { seedViolations } from "./violations.ts";

type Place = { lon: number; lat: number };

/** A point so many metres east and north of a place; good to a metre over a garden's size. */
function offset({ lon, lat }: Place, east: number, north: number): [number, number] {
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  const [longitude, latitude] = movedBy([lon, lat], east, north);
  return [round(longitude), round(latitude)];
}

/** A rectangle about a centre, in metres, turned by `turn` degrees; counter-clockwise as RFC 7946 asks. */
function rectangle(place: {
  lon: number;
  lat: number;
  width: number;
  height: number;
  turn: number;
}): MultiPolygon {
  const angle = (place.turn * Math.PI) / 180;
  const corner = (sx: number, sy: number) => {
    const x = (sx * place.width) / 2;
    const y = (sy * place.height) / 2;
    return offset(
      place,
      x * Math.cos(angle) - y * Math.sin(angle),
      x * Math.sin(angle) + y * Math.cos(angle),
    );
  };
  const ring = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
  return { type: "MultiPolygon", coordinates: [[[...ring, ring[0] as [number, number]]]] };
}

const permissionsOf = (grants: Grants) =>
  json(
    fillPermissions((resource, action) => grants[resource]?.includes(action.charAt(0)) ?? false),
  );

async function seedMinistries(db: Db): Promise<number[]> {
  const types = await db
    .insertInto("organization_type")
    .values(
      organizationTypes.map((name, index) => ({
        name: json(name),
        contractor: index === contractorType,
      })),
    )
    .returning("id")
    .execute();
  const rows = await db
    .insertInto("ministry")
    .values(
      ministries.map((ministry) => ({
        name: json(ministry.name),
        organization_type_id: types[ministry.type]?.id ?? null,
      })),
    )
    .returning("id")
    .execute();
  return rows.map((row) => row.id);
}

async function seedGardens(db: Db, ministryIds: number[]) {
  const rows = [];
  for (const { code, ministry, place, name, ...columns } of gardens) {
    const district = await db
      .selectFrom("district")
      .where("code", "=", code)
      .select(["id", "region_id"])
      .executeTakeFirstOrThrow();
    const boundary = rectangle(place);
    const row = await db
      .insertInto("garden")
      .values({
        ...columns,
        name: json(name),
        district_id: district.id,
        region_id: district.region_id,
        ministry_id: ministryIds[ministry] ?? null,
        boundary: json(boundary),
        bbox: bboxOf(boundary),
        area_m2: geodesicAreaM2(boundary),
        center: [place.lon, place.lat],
        demo: true,
      })
      .returning(["id", "district_id", "region_id"])
      .executeTakeFirstOrThrow();
    rows.push({ ...row, lon: place.lon, lat: place.lat });
  }
  return rows;
}

async function seedPeople(db: Db, ministryIds: number[], passwordHash: string) {
  await db
    .insertInto("user_group")
    .values(roles.map((role) => ({ name: role.name, permissions: permissionsOf(role.grants) })))
    .execute();
  for (const person of people) {
    const id = await insertPerson(db, {
      email: person.email,
      firstName: person.first,
      lastName: person.last,
      role: person.role,
      language: person.language,
      passwordHash,
      ministryId: person.ministry === undefined ? null : ministryIds[person.ministry],
    });
    if (!person.district) continue;
    const district = await db
      .selectFrom("district")
      .where("code", "=", person.district)
      .select("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("user_territory")
      .values({ user_id: id, district_id: district.id })
      .execute();
  }
}

/** E-mails of the demonstration's people, for the lines printed at the first start. */
export const demoEmails = people.map((person) => ({ email: person.email, role: person.role }));

interface DemoOptions {
  /** Of everybody's password. */
  passwordHash: string;
  /** Two images of one garden in place of a season's fourteen. */
  isSmall: boolean;
}

/**
 * Fills an empty database with the demonstration programme.
 * `installation.demo` says that it is there, `installation.demo_scenes` that its images are still to be made,
 * `installation.demo_case` of which task the reviewer opens a case once they are read,
 * `installation.demo_checks` that trees are to be corrected then.
 */
export async function seedDemo(db: Db, options: DemoOptions) {
  const { passwordHash } = options;
  await seedTerritory(db);
  const ministryIds = await seedMinistries(db);
  const rows = await seedGardens(db, ministryIds);
  await seedEmployees(db, ministryIds);
  const tasks = await seedPlanting(db, rows, ministryIds);
  await seedPeople(db, ministryIds, passwordHash);
  await seedSurvival(db, tasks);
  await seedTaskComments(db);
  await seedVerdicts(db, tasks);
  await seedViolations(db, rows, ministryIds);
  await seedGardenNotes(db, rows);
  await seedImagerySources(db);
  await seedNotices(db);
  await seedReportPeriod(db);
  const placed = devices.map((device) => {
    const garden = rows[device.garden] as (typeof rows)[number];
    const [longitude, latitude] = offset(garden, device.east, device.north);
    return {
      name: device.name,
      type: device.type,
      longitude,
      latitude,
      garden_id: garden.id,
      region_id: garden.region_id,
      district_id: garden.district_id,
      altitude_m: gardens[device.garden]?.place.altitude ?? null,
      ...device.facts,
      demo: true,
    };
  });
  await db.insertInto("device").values(placed).execute();
  await seedServicing(db);
  await seedDeviceGroups(db);
  await sendDemoReadings(db);
  await seedAlerts(db);
  await db
    .insertInto("installation")
    .values([
      { key: "demo", value: json(true) },
      { key: "demo_scenes", value: json(demoImages(rows, options.isSmall)) },
      ...(options.isSmall
        ? []
        : [
            { key: "demo_case", value: json(tasks[visitedTasks.missing] ?? 0) },
            { key: "demo_checks", value: json(true) },
          ]),
    ])
    .execute();
}
