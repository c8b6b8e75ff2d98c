/** Tells files of one logger by their headings. */
import { createHash } from "node:crypto";
import { foldName } from "@nihol/locales/fold-name";
import { withoutZone } from "./csv-times.ts";

/** Serial numbers of the logger and its sensors, as HOBOware writes them: `Temp, °C (LGR S/N: 10243278, SEN S/N: 10243278)`. */
const serialNumbers = /(?:\b(?:lgr|sen)\s+)?\bs\/n\s*:?\s*[\w-]+/g;

/** A heading as it stands in every file of the make: capitals, marks of letters, gaps, zones and serial numbers may differ, units may not. */
const normalised = (heading: string) =>
  foldName(withoutZone(heading)).replace(serialNumbers, "").replace(/\s+/g, " ").trim();

/** SHA-256 of the headings in their order, as hexadecimal. */
export const fingerprintOf = (headings: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(headings.map(normalised)))
    .digest("hex");
