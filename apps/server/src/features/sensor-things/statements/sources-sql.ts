/** Rows of each set as a relation of SQL, and each property as an expression over it. */
import { text } from "@nihol/locales/text";
import { type RawBuilder, sql } from "kysely";
import { isProposed } from "../../../shared/devices/device-state-sql.ts";
import { parameterDefinitions, unitDefinitions } from "../model/definitions.ts";
import { type EntitySet, model, ownValue, type ValueType } from "../model/model.ts";
import type { Reader } from "./reader-sql.ts";

type Sql = RawBuilder<unknown>;

const column = (alias: string, name: string): Sql => sql.ref(`${alias}.${name}`);

/** Devices in the reader's scope. Everything else is what they have. */
const devices = ({ visible }: Reader): Sql => sql`(select v.id as device_id, v.type as kind, v.name,
  v.longitude, v.latitude, v.created_at, v.garden_id, v.region_id, v.district_id,
  v.interval_minutes, v.soil_texture, v.retired from device v where ${visible})`;

/** Name in the reader's language; in Azerbaijani it may be empty. */
const named = (names: Sql, { language }: Reader): Sql =>
  sql`coalesce(nullif(${names}->>${language}::text, ''), ${names}->>'ru')`;

/** A device's own parameters, and besides those that it has sent. */
const datastreams = (reader: Reader): Sql => sql`(select v.id as device_id, v.type as kind,
  v.name as device_name, v.longitude, v.latitude, p.id as parameter, p.key, p.unit, l.ts as last,
  ${named(sql`p.name`, reader)} as parameter_name, ${named(sql`p.unit_name`, reader)} as unit_name
  from device v cross join parameter p
  left join reading_latest l on l.device_id = v.id and l.parameter = p.id
  where ((v.type = any(p.device_types) and not p.optional) or l.ts is not null)
    and ${reader.visible})`;

const kindName = ({ language }: Reader, kind: string) =>
  text(language, `devices.sensor_things_${kind}`);

const deviceKinds = (reader: Reader): Sql =>
  sql`(select * from (values ${sql.join(
    reader.kinds.map((kind) => sql`(${kind}::text, ${kindName(reader, kind)}::text)`),
  )}) as s (kind, name))`;

const observedProperties = (reader: Reader): Sql => sql`(select p.id as parameter, p.key, p.unit,
  p.decimals, p.averaging, ${named(sql`p.name`, reader)} as name from parameter p)`;

/** The relation of a set's rows, with the columns of its links. Observations have one of their own. */
export function sourceOf(reader: Reader, set: EntitySet): Sql {
  if (set === "Datastreams") return datastreams(reader);
  if (set === "Sensors") return deviceKinds(reader);
  if (set === "ObservedProperties") return observedProperties(reader);
  return devices(reader);
}

const pointOf = (x: string): Sql => sql`jsonb_build_object('type', 'Point', 'coordinates',
  jsonb_build_array(${column(x, "longitude")}, ${column(x, "latitude")}))`;

/** One of several values by the value of a column; null where none is known. */
function chosen(of: Sql, values: ReadonlyMap<string, string>): Sql {
  const cases = [...values].map(([key, value]) => sql`when ${key}::text then ${value}::text`);
  return sql`case ${of} ${sql.join(cases, sql` `)} end`;
}

const unitAddresses = new Map([...unitDefinitions].map(([unit, { address }]) => [unit, address]));
const unitCodes = new Map([...unitDefinitions].map(([unit, { code }]) => [unit, code]));

/**
 * The first moment of a datastream: fresh, packed or faulty. Each is one look into an index; of a packed day the moment
 * stands before its values, which are not taken apart.
 */
const firstOf = (x: string): Sql => {
  const own = (alias: string) =>
    sql`${column(alias, "device_id")} = ${column(x, "device_id")}
      and ${column(alias, "parameter")} = ${column(x, "parameter")}`;
  return sql`least((select min(f1.ts) from reading f1 where ${own("f1")}),
    (select f2.day::timestamp at time zone 'UTC' + interval '1 millisecond' * coalesce(f2.first_ms,
        f2.offsets[1], (select f3.offsets[1] from reading_day f3 where f3.device_id = f2.device_id
          and f3.day = f2.day and f3.parameter = f2.same_as))
      from reading_day f2 where ${own("f2")} order by f2.day limit 1),
    (select min(f4.ts) from reading_fault f4 where ${own("f4")}))`;
};
const spanOf = (x: string): Sql =>
  sql`case when ${column(x, "last")} is not null
    then tstzrange(${firstOf(x)}, ${column(x, "last")}, '[]') end`;

type Properties = Readonly<Record<string, (x: string, reader: Reader) => Sql>>;

const geoJson = () => sql`'application/geo+json'::text`;
const ofDevice = (key: string) => ({
  id: (x: string) => column(x, "device_id"),
  name: (x: string) => column(x, "name"),
  description: (_x: string, { language }: Reader) =>
    sql`${text(language, `devices.sensor_things_${key}`)}::text`,
});

const properties: Readonly<Record<EntitySet, Properties>> = {
  Things: {
    ...ofDevice("location"),
    description: (x, reader) =>
      chosen(
        column(x, "kind"),
        new Map(reader.kinds.map((kind) => [kind, kindName(reader, kind)])),
      ),
    properties: (x) => sql`jsonb_strip_nulls(jsonb_build_object('type', ${column(x, "kind")},
      'garden_id', ${column(x, "garden_id")}, 'region_id', ${column(x, "region_id")},
      'district_id', ${column(x, "district_id")},
      'interval_minutes', ${column(x, "interval_minutes")},
      'soil_texture', ${column(x, "soil_texture")}, 'retired', ${column(x, "retired")}))`,
  },
  Locations: { ...ofDevice("location"), encodingType: geoJson, location: pointOf },
  HistoricalLocations: {
    id: (x) => column(x, "device_id"),
    time: (x) => column(x, "created_at"),
  },
  FeaturesOfInterest: { ...ofDevice("feature"), encodingType: geoJson, feature: pointOf },
  Sensors: {
    id: (x) => column(x, "kind"),
    name: (x) => column(x, "name"),
    description: (x) => column(x, "name"),
    encodingType: () => sql`'text/plain'::text`,
    metadata: (x) => column(x, "kind"),
  },
  ObservedProperties: {
    id: (x) => column(x, "key"),
    name: (x) => column(x, "name"),
    description: (x) => sql`(${column(x, "name")} || ', ' || ${column(x, "unit")})`,
    definition: (x, { base }) => sql`coalesce(${chosen(column(x, "key"), parameterDefinitions)},
      ${base}::text || '/ObservedProperties(''' || ${column(x, "key")} || ''')')`,
    properties: (x) => sql`jsonb_build_object('key', ${column(x, "key")},
      'unit', ${column(x, "unit")}, 'decimals', ${column(x, "decimals")},
      'averaging', ${column(x, "averaging")})`,
  },
  Datastreams: {
    id: (x) => sql`(${column(x, "device_id")} || '-' || ${column(x, "key")})`,
    name: (x) => sql`(${column(x, "device_name")} || ': ' || ${column(x, "parameter_name")})`,
    description: (x) => column(x, "parameter_name"),
    observationType: () =>
      sql`'http://www.opengis.net/def/observationType/OGC-OM/2.0/OM_Measurement'::text`,
    unitOfMeasurement: (x) => sql`jsonb_build_object('name', ${column(x, "unit_name")},
      'symbol', ${column(x, "unit")}, 'definition', ${chosen(column(x, "unit"), unitAddresses)})`,
    phenomenonTime: spanOf,
    resultTime: spanOf,
    properties: (x) => sql`jsonb_strip_nulls(jsonb_build_object('parameter', ${column(x, "key")},
      'ucum', ${chosen(column(x, "unit"), unitCodes)}))`,
  },
  Observations: {
    id: (x) => sql`(${column(x, "device_id")} || '-' || ${column(x, "key")} || '-'
      || (extract(epoch from ${column(x, "ts")}) * 1000)::bigint)`,
    phenomenonTime: (x) => column(x, "ts"),
    resultTime: (x) => column(x, "ts"),
    result: (x) => column(x, "value"),
    resultQuality: (x) => sql`case when ${column(x, "faulty")} then 'faulty'
      when exists (select from bad_interval i where i.device_id = ${column(x, "device_id")}
        and ${isProposed} and i.begins_at <= ${column(x, "ts")} and i.ends_at > ${column(x, "ts")}
        and i.parameter = (select q.id from parameter q where q.key = ${column(x, "key")}))
      then 'suspect' else 'valid' end`,
  },
};

/** A property over rows named `x`, as expressions compare it; undefined where the set has none of the name. */
export function propertyOf(
  reader: Reader,
  set: EntitySet,
  name: string,
  x: string,
): { type: ValueType; sql: Sql } | undefined {
  const type = ownValue(model[set].properties, name);
  const make = ownValue(properties[set], name);
  return type && make ? { type, sql: make(x, reader) } : undefined;
}

const iso = (time: Sql): Sql =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The property as answers write it: moments in UTC, intervals with a slash between their ends. */
export function writtenProperty(reader: Reader, set: EntitySet, name: string, x: string): Sql {
  const found = propertyOf(reader, set, name, x);
  if (!found) return sql`null`;
  if (found.type === "time") return iso(found.sql);
  if (found.type !== "interval") return found.sql;
  return sql`(select ${iso(sql`lower(i.span)`)} || '/' || ${iso(sql`upper(i.span)`)}
    from (select ${found.sql} as span) i)`;
}
