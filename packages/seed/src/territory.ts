/** Puts the regions (with borders) and districts (with centre points) that the product ships into the tables. */

import { readFile } from "node:fs/promises";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf, centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import { districtCells } from "./district-cells.ts";

interface SeedNames {
  tg: string;
  ru: string;
  en: string;
  az: string;
}
interface RegionFeature {
  properties: { code: string; name: SeedNames };
  geometry: MultiPolygon;
}
interface SeedDistrict {
  code: string;
  region: string;
  kind: "district" | "city";
  name: SeedNames;
  center: [number, number];
}

const file = (name: string) => new URL(`../seed/territory/${name}`, import.meta.url);

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(file(name), "utf8")) as T;
}

/** Inserts regions and districts of the demonstration; the caller gives a transaction. */
export async function seedTerritory(db: Db) {
  const { features } = await readJson<{ features: RegionFeature[] }>("regions.geojson");
  const regions = await db
    .insertInto("region")
    .values(
      features.map(({ properties, geometry }) => ({
        code: properties.code,
        name: json(properties.name),
        boundary: json(geometry),
        bbox: bboxOf(geometry),
        area_m2: geodesicAreaM2(geometry),
        center: centroidOf(geometry),
        demo: true,
      })),
    )
    .returning(["id", "code"])
    .execute();
  const idOf = new Map(regions.map((region) => [region.code, region.id]));
  const districts = await readJson<SeedDistrict[]>("districts.json");
  for (const { properties, geometry } of features) {
    const own = districts.filter(({ region }) => region === properties.code);
    const cells = districtCells(
      geometry,
      own.map(({ center }) => center),
    );
    await db
      .insertInto("district")
      .values(
        own.map(({ code, region, kind, name, center }, i) => {
          const boundary = cells[i] as MultiPolygon;
          return {
            code,
            region_id: idOf.get(region) as number,
            kind,
            name: json(name),
            center,
            boundary: json(boundary),
            bbox: bboxOf(boundary),
            area_m2: geodesicAreaM2(boundary),
          };
        }),
      )
      .execute();
  }
}
