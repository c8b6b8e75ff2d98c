/** Parameters that devices measure, and the ranges that hold for them now: rows, kept in memory while they stay the same. */
import type { DeviceType } from "@nihol/contract/values/devices";
import type { Names } from "@nihol/contract/values/languages";
import {
  type Averaging,
  type GuidanceKey,
  guidanceKeyOf,
  type Parameter,
  type Ranges,
  type SoilTexture,
  textureRanges,
} from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { type Kysely, sql } from "kysely";

type Db = Kysely<Database>;

/** One parameter: what its row says, and its ranges as they were given with it. */
export interface ParameterFacts extends Ranges {
  key: Parameter;
  /** Kinds of device that measure it. */
  device_types: DeviceType[];
  name: Names;
  /** As the API writes it. */
  unit: string;
  /** As each language writes it. */
  unit_name: Names;
  decimals: number;
  averaging: Averaging;
  /** A device shows it once it has sent it. */
  optional: boolean;
  /** Words other than its names by which files name it. */
  headings: string[];
  /** Where the ranges come from; null where a text of the programme says so. */
  basis: Names | null;
  /** A right value. */
  example: number;
}

/** All parameters, in the order of screens, and the ranges in force by key of guidance. */
export interface Parameters {
  list: readonly ParameterFacts[];
  byKey: ReadonlyMap<Parameter, ParameterFacts>;
  guidance: ReadonlyMap<GuidanceKey, Ranges>;
}

const rangesOf = ({
  good_min,
  good_max,
  watch_min,
  watch_max,
  faulty_min,
  faulty_max,
}: Ranges): Ranges => ({ good_min, good_max, watch_min, watch_max, faulty_min, faulty_max });

interface Stored {
  version: string;
  list: ParameterFacts[];
  changed: (Ranges & { key: GuidanceKey })[];
}

/** Reads all of it in one statement, which sees one moment. */
async function read(db: Db): Promise<Stored> {
  const { rows } = await sql<Stored>`select v.version,
    (select json_agg(p order by p.id) from parameter p) as list,
    (select coalesce(json_agg(g), '[]') from sensor_guidance g) as changed
    from parameter_version v`.execute(db);
  return rows[0] as Stored;
}

function toParameters({ list, changed }: Stored): Parameters {
  return {
    list,
    byKey: new Map(list.map((one) => [one.key, one])),
    guidance: new Map([
      ...list.map((row) => [row.key, rangesOf(row)] as const),
      ...Object.entries(textureRanges),
      ...changed.map((row) => [row.key, rangesOf(row)] as const),
    ]),
  };
}

/** Lists that were read, by version: of each database of this process the newest, and a few that were. */
const held = new Map<string, Parameters>();
const maxHeld = 8;

/**
 * The parameters as they are now. Asks for the version of the list, and reads the list where it is another one than
 * before; any server and any transaction may write it.
 */
export async function findParameters(db: Db): Promise<Parameters> {
  const { version } = await db
    .selectFrom("parameter_version")
    .select("version")
    .executeTakeFirstOrThrow();
  const known = held.get(version);
  if (known) return known;
  const stored = await read(db);
  const parameters = toParameters(stored);
  held.set(stored.version, parameters);
  for (const old of [...held.keys()].slice(0, -maxHeld)) held.delete(old);
  return parameters;
}

/** Finds the id of a parameter by its key; undefined for a key that is none. */
export async function findParameterId(db: Db, key: string): Promise<number | undefined> {
  const query = db.selectFrom("parameter").where("key", "=", key).select("id");
  return (await query.executeTakeFirst())?.id;
}

/** Parameters that devices of a kind measure, in the order of screens. */
export const ownParameters = ({ list }: Parameters, type: DeviceType): ParameterFacts[] =>
  list.filter(({ device_types }) => device_types.includes(type));

/** The parameter of a key where devices of the kind measure it. */
export function ownParameter(
  { byKey }: Parameters,
  type: DeviceType,
  key: string,
): ParameterFacts | undefined {
  const facts = byKey.get(key);
  return facts?.device_types.includes(type) ? facts : undefined;
}

const unlimited: Ranges = {
  good_min: null,
  good_max: null,
  watch_min: null,
  watch_max: null,
  faulty_min: Number.NEGATIVE_INFINITY,
  faulty_max: Number.POSITIVE_INFINITY,
};

/** The ranges for a parameter of a device in soil of this texture. */
export const rangesFor = (
  { guidance }: Parameters,
  parameter: Parameter,
  texture: SoilTexture | null,
): Ranges =>
  guidance.get(guidanceKeyOf(parameter, texture)) ?? guidance.get(parameter) ?? unlimited;

/** The unit of a parameter as the API writes it; empty for a key that is none. */
export const unitOf = ({ byKey }: Parameters, parameter: Parameter): string =>
  byKey.get(parameter)?.unit ?? "";
