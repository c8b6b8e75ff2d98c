/** A row of a file as a device: its words and numbers, as people write them in four languages. */
import { type DeviceType, deviceTypes } from "@nihol/contract/values/devices";
import { languages, type Names } from "@nihol/contract/values/languages";
import type { DeviceColumn } from "@nihol/contract/values/sensors/device-import";
import { soilTextures } from "@nihol/contract/values/sensors/sensor-guidance";
import { foldName } from "@nihol/locales/fold-name";
import { text } from "@nihol/locales/text";
import { FieldProblem } from "../../http/problem.ts";
import { groupNamesOf } from "./row-groups.ts";

/** Garden that a row may name. */
export interface KnownGarden {
  id: number;
  name: Names;
}

/** Gardens by their names in any language, and by their ids; a name of several is in doubt. */
export type GardenNames = ReadonlyMap<string, KnownGarden | "several">;

/** Collects the names by which rows may name gardens. */
export function gardenNames(gardens: readonly KnownGarden[]): GardenNames {
  const found = new Map<string, KnownGarden | "several">();
  for (const garden of gardens)
    for (const name of new Set(Object.values(garden.name).map((one) => foldName(one ?? "")))) {
      const other = found.get(name);
      found.set(name, other === undefined || other === garden ? garden : "several");
    }
  found.delete("");
  for (const garden of gardens) found.set(`#${garden.id}`, garden);
  return found;
}

const wordsOf = <T extends string>(values: readonly T[], keyOf: (value: T) => string) =>
  new Map(
    values.flatMap((value) => [
      [foldName(value), value] as const,
      ...languages.map((language) => [foldName(text(language, keyOf(value))), value] as const),
    ]),
  );
const types = wordsOf(deviceTypes, (type) => `map.device_${type}`);
const textures = wordsOf(soilTextures, (texture) => `devices.texture_${texture}`);

/** A number with a comma or a point, with spaces between thousands, with or without ° and a unit. NaN for none. */
function numberOf(cell: string): number {
  const bare = cell
    .replace(/[\s\u00a0\u202f°]/g, "")
    .replace(/(m|м|min|мин)$/i, "")
    .replace("−", "-");
  return /^[-+]?\d+([.,]\d+)?$/.test(bare) ? Number(bare.replace(",", ".")) : Number.NaN;
}

/** Latitude and longitude of one cell: "38.55, 68.77", "38,55; 68,77" or "38,55 68,77". */
function coordinatesOf(cell: string): [number, number] {
  const parts = /^(.*?\d)\s*(?:;|,\s|\s|,(?=[^,]*$))\s*([-+−]?\d.*)$/.exec(cell.trim());
  return [numberOf(parts?.[1] ?? ""), numberOf(parts?.[2] ?? "")];
}

type Fields = FieldProblem["fields"];

/** Row as a device's create body may be, and what could not be read. */
export interface ReadDevice {
  name: string;
  type: DeviceType | undefined;
  latitude: number | undefined;
  longitude: number | undefined;
  garden: KnownGarden | undefined;
  /** Names of groups. */
  groups: string[];
  body: Record<string, unknown>;
  problem: FieldProblem | undefined;
}

/** Reads a row by the roles of its columns. */
export function readDevice(
  cells: readonly string[],
  roles: readonly DeviceColumn[],
  gardens: GardenNames,
): ReadDevice {
  const fields: Fields = {};
  const of = (role: DeviceColumn) => cells[roles.indexOf(role)]?.trim() ?? "";
  const refuse = (field: string, code: string, value: string) => {
    fields[field] = [{ code, params: { value: value.slice(0, 80) } }];
    return undefined;
  };
  const number = (role: DeviceColumn) => {
    const cell = of(role);
    if (cell === "") return undefined;
    const value = numberOf(cell);
    return Number.isNaN(value) ? refuse(role, "number_unread", cell) : value;
  };
  const word = <T>(role: DeviceColumn, known: ReadonlyMap<string, T>, code: string) => {
    const cell = of(role);
    return cell === "" ? undefined : (known.get(foldName(cell)) ?? refuse(role, code, cell));
  };
  const [both, garden] = [of("coordinates"), gardenOf(of("garden"), gardens, refuse)];
  const [latitude, longitude] =
    both === "" ? [number("latitude"), number("longitude")] : coordinatesOf(both);
  if (both !== "" && !(Number.isFinite(latitude) && Number.isFinite(longitude)))
    refuse("coordinates", "coordinates_unread", both);
  const depth = number("depth_m");
  const body = {
    name: of("name"),
    type: word("type", types, "type_unknown"),
    latitude,
    longitude,
    garden: garden?.id ?? null,
    interval_minutes: number("interval_minutes"),
    soil_texture: word("soil_texture", textures, "texture_unknown"),
    height_m: depth === undefined ? number("height_m") : 0 - Math.abs(depth),
    altitude_m: number("altitude_m"),
    serial: of("serial"),
    maker: of("maker"),
    model: of("model"),
    notes: of("notes"),
  };
  const problem = Object.keys(fields).length > 0 ? new FieldProblem(fields) : undefined;
  return { ...body, garden, groups: groupNamesOf(of("groups")), body, problem };
}

function gardenOf(
  cell: string,
  gardens: GardenNames,
  refuse: (field: string, code: string, value: string) => undefined,
): KnownGarden | undefined {
  if (cell === "") return undefined;
  const found = gardens.get(foldName(cell)) ?? gardens.get(`#${cell}`);
  if (found === "several") return refuse("garden", "garden_ambiguous", cell);
  return found ?? refuse("garden", "garden_unknown", cell);
}
