/** Reads roles of a file's columns from their headings, in the languages and habits of loggers. */

import type { ColumnRole } from "@nihol/contract/sensors/readings";
import type { DeviceType } from "@nihol/contract/values/devices";
import { unitsOf } from "@nihol/contract/values/sensors/column-units";
import { columnRoles } from "@nihol/contract/values/sensors/readings";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import {
  ownParameters,
  type ParameterFacts,
  type Parameters,
} from "@nihol/store/readings/parameters";
import { withoutZone } from "./csv-times.ts";
import { unitOfColumn, withoutUnits } from "./csv-units.ts";

/** Letters and digits alone: `Date.Time`, `date_time` and `Date Time` are one. Units and zones are read elsewhere. */
const plain = (heading: string) =>
  withoutUnits(withoutZone(heading))
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const moments =
  /^(ts|timestamps?( utc)?|date ?time( ?stamp| local| utc)?|time ?stamps?|дата( и)? время|сана ва вақт|tarix və (saat|vaxt)|moment)$/;
const dates = /^(date|дата|сана|рӯз|tarix|gün)$/;
const times = /^(time|время|вақт|соат|saat|vaxt)$/;
const devices =
  /^(device( id| name)?|sensor( id)?|station( code)?|site ?id|прибор|устройство|станция|дастгоҳ|cihaz|stansiya)$/;

/** Beside the values loggers write flags, raw copies and derived figures under the same names. */
const beside =
  /^(f|flag|raw|comment|qc|qa|min|max|std|sd)\b|\b(dew|flag|ratio|error|sat|saturation|gust)\b|humidityratio/;

/** `soil_ph` is read as `ph`: the device says of what. */
const quantityOf = (parameter: Parameter) => parameter.replace(/^(air|soil|water)_/, "");

const quantityWords: Record<string, RegExp> = {
  co2: /^(co2|co₂|carbon dioxide|углекислый газ)\b/,
  // Written in Cyrillic as often as in Latin.
  pm2_5: /\b[pр][mм] ?2 ?5\b/,
  pm10: /\b[pр][mм] ?10\b/,
  no2: /^(no ?2|no₂|nitrogen dioxide|диоксид азота|диоксиди нитроген|azot dioksidi?)\b/,
  o3: /^(o ?3|o₃|ozone|озон|ozon)\b/,
  so2: /^(so ?2|so₂|sul(?:ph|f)ur dioxide|диоксид серы|диоксиди сулфур|kükürd dioksidi?)\b/,
  wind_speed: /^(wind ?speed|скорость ветра|суръати шамол|küləyin sürəti)\b/,
  // Written in Cyrillic as often as in Latin; never the dioxide.
  co: /^([cс][oо](?! ?[2₂])|carbon monoxide|угарный газ|оксид углерода|гази ис|dəm qazı)\b/,
  pressure:
    /^(bp|baro(?:meter|metric)?|pressure|давление|атмосферное давление|фишор|фишори|atmosfer təzyiqi|təzyiq)\b|\b(barometric|atmospheric|air|station) pressure\b|havanın təzyiqi/,
  turbidity: /^(turb|мутность|тирагӣ|тирагии|bulanıqlıq|suyun bulanıqlığı)\b|\bturbidity\b/,
  dissolved_oxygen:
    /^(do|dissolved oxygen|раствор[её]нный кислород|оксигени ҳалшуда|həll olmuş oksigen)\b/,
  temperature:
    /^(t|temp|temperature|температура|ҳарорат|temperatur)\b|\b(temp|temperature|температура)\b|^ҳарорати\b|temperaturu\b/,
  humidity:
    /^(rh|humidity|влажность|намӣ|намнокӣ|рутубат|rütubət|vwc|moisture)\b|\b(relative humidity|soil moisture|soil humidity|air humidity|volumetric water content|^water content|влажность)\b|^(намии|намнокии|рутубати)\b|rütubəti\b|нам(ӣ|нокӣ)$/,
  conductivity:
    /^(ec|spcond|conductivity|specific conductance|электропроводность|проводимость|ноқилият|keçiricilik)\b|\b(conductivity|электропроводность)\b|^(ноқилияти|электроноқилияти)\b|keçiriciliyi\b/,
  ph: /\bp ?h\b|водородный показатель/,
};
/** A heading that names another medium is not this device's. */
const otherMedium: Record<DeviceType, RegExp> = {
  air: /\b(water|soil|вода|воды|почва|почвы|об|оби|хок|su|suyun|torpaq|torpağın)\b/,
  soil: /\b(air|water(?! content)|воздух|воздуха|вода|воды|ҳаво|ҳавои|об|hava|havanın|su|suyun)\b/,
  water: /\b(air|soil|воздух|воздуха|почва|почвы|ҳаво|хок|hava|havanın|torpaq|torpağın)\b/,
};

/** Parts of a name that may stand alone in a heading: the whole, and behind a comma the sign, `PM1` of "Fine dust, PM1". */
const wordsOfName = (name: string) => [name, ...name.split(",").slice(1)];

/** Headings by which the row of a parameter names it: key, name in each language, other words; alone and with a unit. */
function ownWords({ key, name, headings, unit, unit_name: units }: ParameterFacts) {
  const words = [key, ...Object.values(name).flatMap(wordsOfName), ...headings];
  const ends = ["", ...unitsOf(unit), ...Object.values(units)];
  return new Set(words.flatMap((word) => ends.map((end) => plain(`${word} ${end}`))));
}

/** Parameter of a heading, as those that a device may measure are named. */
type Naming = (heading: string) => ParameterFacts | undefined;

function namingOf(parameters: Parameters, type: DeviceType | undefined): Naming {
  const own = type ? ownParameters(parameters, type) : parameters.list;
  const words = own.map((facts) => [facts, ownWords(facts)] as const);
  const named: Naming = (heading) =>
    heading === "" ? undefined : words.find(([, known]) => known.has(heading))?.[0];
  const keyed: Naming = (heading) => own.find(({ key }) => key.replaceAll("_", " ") === heading);
  if (!type) return keyed;
  const guessed: Naming = (heading) => {
    if (beside.test(heading) || matchesWord(otherMedium[type], heading)) return undefined;
    return own.find(({ key }) => {
      const quantity = quantityOf(key);
      // Keys of administrators may be names that every object has: `air_constructor`.
      const pattern = Object.hasOwn(quantityWords, quantity) ? quantityWords[quantity] : undefined;
      return pattern !== undefined && matchesWord(pattern, heading);
    });
  };
  return (heading) => {
    const exact = keyed(heading);
    // A key of another kind of device is none of this one's words.
    if (exact || parameters.list.some(({ key }) => key.replaceAll("_", " ") === heading))
      return exact;
    return named(heading) ?? guessed(heading);
  };
}

/** \b of JavaScript knows Latin letters alone: others are turned into one first. */
const matchesWord = (pattern: RegExp, heading: string) => unicodeWord(pattern).test(heading);

const made = new Map<RegExp, RegExp>();
function unicodeWord(pattern: RegExp): RegExp {
  const known = made.get(pattern);
  if (known) return known;
  const edge = "(?:(?<=[\\p{L}\\p{N}])(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])(?=[\\p{L}\\p{N}]))";
  const wide = new RegExp(pattern.source.replaceAll("\\b", edge), "u");
  made.set(pattern, wide);
  return wide;
}

const plainHumidity = "soil_humidity";

/**
 * A device that sends the humidity of soil without a depth goes on with it, whatever depth its only column names: such
 * files were read so before there were depths, and its series and rules go on.
 */
function keepSeries(roles: ColumnRole[], measured: ReadonlySet<Parameter>) {
  const isAtDepth = (key: string) => /^soil_humidity_\d+$/.test(key);
  const [at, ...others] = roles.flatMap((role, i) => (isAtDepth(role) ? [i] : []));
  const isOwn = measured.has(plainHumidity) && ![...measured].some(isAtDepth);
  if (at !== undefined && others.length === 0 && isOwn && !roles.includes(plainHumidity))
    roles[at] = plainHumidity;
}
/**
 * The role of each column. Of several that fit, the first; a whole moment goes before date and time.
 * @param measured by the one device that the file is of, until now
 */
export function findRoles(
  headings: readonly string[],
  type: DeviceType | undefined,
  parameters: Parameters,
  measured: ReadonlySet<Parameter> = new Set(),
): ColumnRole[] {
  const words = headings.map(plain);
  const first = (pattern: RegExp) => words.findIndex((word) => pattern.test(word));
  const roles: ColumnRole[] = words.map(() => "ignore");
  const [moment, date, time, device] = [first(moments), first(dates), first(times), first(devices)];
  if (moment >= 0) roles[moment] = "ts";
  else if (date >= 0 && time >= 0) [roles[date], roles[time]] = ["date", "time"];
  else if (date >= 0 || time >= 0) roles[Math.max(date, time)] = "ts";
  if (device >= 0 && !type) roles[device] = "device";
  for (const [parameter, columns] of columnsByParameter(words, roles, namingOf(parameters, type)))
    roles[bestColumn(headings, columns, parameter)] = parameter.key;
  keepSeries(roles, measured);
  return roles;
}

const fixed: readonly string[] = columnRoles;

/** Tells a column of values from those that say when and of what. */
export const isParameter = (role: ColumnRole): role is Parameter => !fixed.includes(role);

function columnsByParameter(
  words: readonly string[],
  roles: readonly ColumnRole[],
  parameterOf: Naming,
): Map<ParameterFacts, number[]> {
  const columns = new Map<ParameterFacts, number[]>();
  for (const [i, word] of words.entries()) {
    const parameter = roles[i] === "ignore" ? parameterOf(word) : undefined;
    if (parameter) columns.set(parameter, [...(columns.get(parameter) ?? []), i]);
  }
  return columns;
}

/** The same value often stands in two units: the first in Nihol's own, else the first that can be read. */
function bestColumn(
  headings: readonly string[],
  columns: readonly number[],
  parameter: ParameterFacts,
): number {
  const stateOf = (i: number) => unitOfColumn(headings[i] ?? "", parameter, "").state;
  const own = columns.find((i) => ["own", "assumed"].includes(stateOf(i)));
  return own ?? columns.find((i) => stateOf(i) === "converted") ?? columns[0] ?? 0;
}
