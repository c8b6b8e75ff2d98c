/** The unit that a heading states: `Temp, °F`, `VWC (m³/m³)`, `EC_mS/m`, `Keçiricilik (µS/sm)`. */

import { unitsOf } from "@nihol/contract/values/sensors/column-units";
import type { ColumnUnitState } from "@nihol/contract/values/sensors/readings";
import type { ParameterFacts } from "@nihol/store/readings/parameters";

/** A column's unit: one of `unitsOf` its parameter, or as the heading writes it where it is none of them. */
export interface ColumnUnit {
  unit: string;
  state: ColumnUnitState;
}

const end = "(?![\\p{L}\\p{N}])";
const begin = "(?<![\\p{L}\\p{N}])";
const word = (source: string) => new RegExp(`${begin}(?:${source})${end}`, "iu");
/** Siemens and metres as Latin, Russian, Tajik and Azerbaijani write them: `S/cm`, `См/см`, `S/sm`. */
const perCentimetre = "(?:s|см|sm)\\s*(?:/|·|\\s)\\s*(?:cm|см|sm)(?:-1|⁻¹)?";
const perMetre = "(?:s|см|sm)\\s*(?:/|·|\\s)\\s*(?:m|м)(?:-1|⁻¹)?";
/** Of dust, gases and what water holds: `µg/m³`, `µg m-3`, `мкг/м³`. */
const gram = "(?:g|q|г)";
const perCubicMetre = "(?:\\s*/\\s*|[.·\\s]\\s*)[mм]\\^?(?:[3³]|-3|⁻³)";
const cubic = "[cс]?[mм]\\^?[3³]\\s*(?:/|\\s|\\.|·)\\s*[cс]?[mм]\\^?(?:[3³]|-3|⁻³)";

const second = "(?:s|с|сон|san)";

/** Of two that fit, the first. Letters that look alike in Latin and Cyrillic are both read. */
const patterns: readonly (readonly [unit: string, pattern: RegExp])[] = [
  [
    "°F",
    new RegExp(
      `[°º˚]\\s*f${end}|${begin}(?:deg(?:rees)?[\\s._]*f|fahrenheit|farenheyt)${end}|фаренгейт`,
      "iu",
    ),
  ],
  [
    "°C",
    new RegExp(
      `[°º˚]\\s*[cс]${end}|℃|${begin}(?:deg(?:rees)?[\\s._]*c|celsius|selsi\\p{L}*)${end}|цельси|сельси`,
      "iu",
    ),
  ],
  ["K", word("kelvin|кельвин|kelvin")],
  ["µg/m³", word(`(?:µ|μ|u|mk|мк)${gram}${perCubicMetre}`)],
  ["mg/m³", word(`(?:m|м)${gram}${perCubicMetre}`)],
  ["mg/l", word(`(?:m|м)${gram}(?:\\s*/?\\s*(?:l|л)|[.·\\s](?:l|л)(?:-1|⁻¹))`)],
  ["km/h", word("(?:km|км)(?:\\s*/\\s*(?:h|ч|соат|saat)|[.·\\s](?:h|ч)(?:-1|⁻¹))")],
  ["m/s", word("(?:m|м)(?:\\s*/\\s*(?:s|с|сон|san)|[.·\\s](?:s|с)(?:-1|⁻¹))")],
  ["m³/s", word(`[mм]\\^?[3³]\\s*/\\s*${second}`)],
  ["l/s", word(`(?:l|л)\\s*/\\s*${second}`)],
  ["m³/m³", word(`${cubic}|v\\s*/\\s*v`)],
  ["µS/cm", word(`(?:µ|μ|u|mk|мк|micro)${perCentimetre}`)],
  ["mS/cm", word(`(?:m|м)${perCentimetre}`)],
  ["mS/m", word(`(?:m|м)${perMetre}`)],
  ["dS/m", word(`(?:d|д)${perMetre}`)],
  ["S/m", word(perMetre)],
  ["mmHg", word("mm\\s*hg|мм\\s*рт\\.?\\s*ст")],
  ["hPa", word("hpa|гпа")],
  ["kPa", word("kpa|кпа")],
  ["mbar", word("mbar|мбар")],
  ["Pa", word("pa|па")],
  ["NTU", word("ntu")],
  ["FNU", word("fnu")],
  ["ppm", word("ppm|ppmv|µmol\\s*/\\s*mol|umol\\s*/\\s*mol|млн[\\s-]*1|млн⁻¹|mln[\\s-]*1")],
  ["%", new RegExp(`%|${begin}(?:pct|per\\s?cent|процент\\p{L}*|фоиз|faiz)${end}`, "iu")],
];

/** Letters that are a unit only at the end of a heading of temperature: `Water.Temp.C`, `temperature_F`, `T (K)`. */
const lastLetter = /(?<![\p{L}\p{N}])([CСFK])[)\]\s]*$/u;

/** A note in brackets that is no unit: which of several, how it was made, how deep. */
const notes =
  /^(avg|average|mean|min|max|std|raw|top|bottom|air|soil|water|in|out|indoor|outdoor|ch|port|sensor|probe|воздух\p{L}*|почв\p{L}*|вод\p{L}*|средн\p{L}*|ҳаво\p{L}*|хок\p{L}*|об\p{L}*|миёна|hava\p{L}*|torpaq\p{L}*|su\p{L}*|orta|vol|об\.?|local|utc|gmt|rh|co2|ph)\b|^\d/iu;
const longestUnit = 12;
/** Units that stand after a comma or blank, of which none can be converted. */
const foreign = word(
  "mph|kn|knots?|bft|k?pa|hpa|кпа|bar|mbar|cbar|cb|m?v|мв|mg\\s*/\\s*(?:l|m[3³])|g\\s*/\\s*(?:l|kg|m[3³])|мг\\s*/\\s*(?:л|м[3³])|г\\s*/\\s*(?:л|кг|м[3³])|ppb|ppt|psu|counts?|ohm|kohm|ом|‰|mmol\\s*/\\s*(?:l|m[3³])",
);

const brackets = /[([]([^)\]]*)[)\]]/g;

function foreignUnit(heading: string): string | undefined {
  for (const [, inside = ""] of heading.matchAll(brackets)) {
    const text = inside.trim();
    if (text !== "" && text.length <= longestUnit && !notes.test(text)) return text;
  }
  return foreign.exec(heading)?.[0];
}

/** Headings without what they say of units, so that the words of the parameter stand first. */
export const withoutUnits = (heading: string) =>
  patterns.reduce((text, [, pattern]) => text.replace(pattern, " "), heading);

/** Dissolved solids are conductivity by a factor that only the instrument knows. */
const dissolvedSolids = word("tds|минерализац\\p{L}*|dissolved solids|маъданнокӣ|minerallaşma");

/** Parameter as far as the unit of its columns goes. */
type Unit = Pick<ParameterFacts, "key" | "unit" | "unit_name">;

/** Tells whether the heading has a unit of no pattern in it as the parameter's row writes it, in any language. */
function namesOwnUnit(heading: string, { unit, unit_name: names }: Unit): boolean {
  const text = heading.toLowerCase();
  return [unit, ...Object.values(names)].some((one) => {
    const at = one === "" ? -1 : text.indexOf(one.toLowerCase());
    if (at < 0) return false;
    const [before = "", after = ""] = [text[at - 1], text[at + one.length]];
    return !/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after);
  });
}

function statedUnit(heading: string, parameter: Unit): string | undefined {
  const spaced = heading.replaceAll("_", " ");
  const own = unitsOf(parameter.unit);
  const matches = patterns.filter(([, pattern]) => pattern.test(spaced)).map(([unit]) => unit);
  // `Temperature (°C), RH 50 %`: of several the one that this parameter can have.
  const fits = matches.find((unit) => own.includes(unit));
  if (fits) return fits;
  const letter = own.includes("°C") ? lastLetter.exec(spaced)?.[1] : undefined;
  if (letter) return letter === "K" ? "K" : letter === "F" ? "°F" : "°C";
  const inside = [...spaced.matchAll(brackets)].map(([, text = ""]) => text.trim().toLowerCase());
  const known = own.find((unit) => inside.includes(unit.toLowerCase()));
  if (known) return known;
  if (namesOwnUnit(spaced, parameter)) return own[0];
  return matches[0] ?? foreignUnit(spaced);
}

/**
 * The unit of a column.
 * @param chosen what the person says beside the file, which goes before the heading; empty for nothing
 */
export function unitOfColumn(heading: string, parameter: Unit, chosen: string): ColumnUnit {
  const units = unitsOf(parameter.unit);
  const own = units[0] ?? parameter.unit;
  if (chosen !== "") return { unit: chosen, state: chosen === own ? "own" : "converted" };
  const isConductivity = parameter.key.endsWith("conductivity");
  if (isConductivity && dissolvedSolids.test(heading.replaceAll("_", " ")))
    return { unit: "TDS", state: "dissolved_solids" };
  const stated = statedUnit(heading, parameter);
  if (stated === undefined) return { unit: own, state: "assumed" };
  if (!units.includes(stated)) return { unit: stated, state: "unknown" };
  return { unit: stated, state: stated === own ? "own" : "converted" };
}
