/** Two regions with borders side by side, a garden in each, and a keeper of devices in the first. */
import { json } from "@nihol/db/json";
import { border } from "../../support/reports-world.ts";
import { grants, type TestApp } from "../../support/test-app.ts";

const names = (text: string) => json({ tg: text, ru: text, en: text, az: "" });

export type TwoRegions = Awaited<ReturnType<typeof twoRegions>>;

/** Inserts them; `near` lies in the first, `far` in the second. */
export async function twoRegions(server: TestApp) {
  const { sql } = server.db;
  async function makeRegion(name: string, west: number) {
    const edges = border([west, 38, west + 1, 39]);
    const region = await sql
      .insertInto("region")
      .values({ name: names(name), ...edges })
      .returning("id")
      .executeTakeFirstOrThrow();
    const garden = await sql
      .insertInto("garden")
      .values({
        name: names(`${name} garden`),
        region_id: region.id,
        ...border([west + 0.4, 38.4, west + 0.6, 38.6]),
        center: [west + 0.5, 38.5],
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { region: region.id, garden: garden.id };
  }
  const first = await makeRegion("First", 70);
  const second = await makeRegion("Second", 71);
  const master = await server.person("MasterAdmin");
  const keeper = await server.person("Keeps devices", {
    permissions: grants({ device: "vacd", region: "v", garden: "v" }),
    regions: [first.region],
  });
  const viewer = await server.person("Sees devices", {
    permissions: grants({ device: "v" }),
    regions: [first.region],
  });
  return {
    ...{ first, second, master, keeper, viewer },
    near: { latitude: 38.5, longitude: 70.5 },
    far: { latitude: 38.5, longitude: 71.5 },
  };
}
