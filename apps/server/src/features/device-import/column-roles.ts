/** Finds what the columns of a file of devices hold, by their headings in any of the four languages. */
import { languages } from "@nihol/contract/values/languages";
import { type DeviceColumn, deviceColumns } from "@nihol/contract/values/sensors/device-import";
import { foldName } from "@nihol/locales/fold-name";
import { text } from "@nihol/locales/text";
import { refuseField } from "../../http/problem.ts";

/** Names of a column: texts of the interface, with which a list that was taken away comes back, and what people write. */
const namesOf: Record<Exclude<DeviceColumn, "ignore">, { texts: string[]; words: string[] }> = {
  name: { texts: ["devices.name", "lists.name", "devices.device"], words: ["name"] },
  type: { texts: ["devices.type"], words: ["type", "тип", "навъ", "növ"] },
  latitude: { texts: ["devices.latitude", "lists.latitude"], words: ["lat", "latitude"] },
  longitude: { texts: ["devices.longitude", "lists.longitude"], words: ["lon", "lng", "long"] },
  coordinates: { texts: ["devices.coordinates"], words: ["position", "gps"] },
  garden: { texts: ["devices.garden"], words: [] },
  interval_minutes: {
    texts: ["devices.interval"],
    words: ["interval", "interval_minutes", "интервал", "минуты", "minutes"],
  },
  soil_texture: { texts: ["devices.texture"], words: ["texture", "soil_texture"] },
  serial: { texts: ["devices.serial"], words: ["serial", "s/n", "sn", "серийный"] },
  maker: { texts: ["devices.maker"], words: ["manufacturer", "vendor"] },
  model: { texts: ["devices.model"], words: [] },
  height_m: {
    texts: ["devices.height_export", "devices.height", "devices.height_air"],
    words: ["height", "height_m", "высота", "баландӣ", "hündürlük"],
  },
  depth_m: {
    texts: ["devices.height_soil", "devices.height_water"],
    words: ["depth", "depth_m", "глубина", "чуқурӣ", "dərinlik"],
  },
  altitude_m: {
    texts: ["devices.altitude_export", "devices.altitude"],
    words: ["altitude", "altitude_m", "elevation", "elevation_m", "высота_н.у.м."],
  },
  groups: { texts: ["devices.groups", "devices.group"], words: [] },
  notes: { texts: ["devices.notes"], words: ["note", "comment", "примечание"] },
};

/** Unit of metres or minutes, and brackets, say nothing of what a column is. */
const plain = (heading: string) =>
  foldName(heading)
    .replace(/[([].*?[)\]]|,\s*(m|м|min|мин)$/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");

const columnByName = new Map(
  deviceColumns.flatMap((column) => {
    if (column === "ignore") return [];
    const { texts, words } = namesOf[column];
    const shown = languages.flatMap((language) => texts.map((key) => text(language, key)));
    return [...shown, ...words].map((name) => [plain(name), column] as const);
  }),
);

function rolesOfMapping(mapping: string, width: number): DeviceColumn[] {
  const roles = mapping.split(",").map((role) => {
    const known = deviceColumns.find((column) => column === role.trim());
    return known ?? refuseField("mapping", "invalid");
  });
  const used = roles.filter((role) => role !== "ignore");
  if (roles.length !== width || new Set(used).size !== used.length)
    refuseField("mapping", "invalid");
  return roles;
}

/**
 * The role of each column; one that an earlier column has already is left out.
 * @throws {FieldProblem} under `mapping` for a role that there is not, and one too many or too few
 */
export function rolesOf(headings: readonly string[], mapping: string | undefined): DeviceColumn[] {
  if (mapping !== undefined) return rolesOfMapping(mapping, headings.length);
  const used = new Set<DeviceColumn>();
  return headings.map((heading) => {
    const role = columnByName.get(plain(heading));
    if (!role || used.has(role)) return "ignore";
    used.add(role);
    return role;
  });
}

/** Roles that no column holds yet and a device cannot do without. */
export function missingRoles(roles: readonly DeviceColumn[]) {
  const isPlaced =
    roles.includes("coordinates") || (roles.includes("latitude") && roles.includes("longitude"));
  return [
    ...(roles.includes("name") ? [] : (["name"] as const)),
    ...(roles.includes("type") ? [] : (["type"] as const)),
    ...(isPlaced ? [] : (["coordinates"] as const)),
  ];
}
