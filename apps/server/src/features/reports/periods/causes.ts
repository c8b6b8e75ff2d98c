/** When and why a figure differs from the approved one: by the writes to records that it is made of. */
import type { CorrectionCause, ReportCorrection } from "@nihol/contract/reports/report-periods";
import type { ReportSection } from "@nihol/contract/values/reports/reports";
import type { CauseRow } from "./cause-queries.ts";
import type { Difference } from "./differences.ts";

const images = [
  "planttreedetail",
  "wholeimage",
  "satelliteimagery",
  "garden",
  "region",
  "district",
];
const tasks = ["planttreetask", "planttreetaskreport", "garden"];

/** Resources whose records the figures of a section are made of. */
const resourcesOf: Record<ReportSection, readonly string[]> = {
  land: ["garden", "region", "district"],
  trees: images,
  changes: images,
  captures: images,
  tasks,
  survival: tasks,
  devices: ["device", "sensor_guidance"],
  violations: ["violation"],
};

type Days = Record<"from" | "to", string>;

/** So many of the newest are named. */
const SHOWN = 5;

/** A write counts for a line where its record lies there, or where nobody can say any more where it lay. */
function isIn(cause: CauseRow, { line, kind, territory }: Difference): boolean {
  const places = kind === "region" ? cause.regions : cause.districts;
  return line !== "row" || territory === null || places === null || places.includes(territory);
}

/** By them an image comes to another day than it showed: it may have moved figures of either. */
const dateActions = ["change", "review"];

/** An image moves the figures of its day's period; a comparison's earlier image may be from before. */
function isAtTime({ captured_on: day, action }: CauseRow, { section }: Difference, days: Days) {
  if (day === null || dateActions.includes(action)) return true;
  return day <= days.to && (section === "changes" || day >= days.from);
}

/** Decisions on reports, and appeals against them, move the verified trees and no other figure. */
const isOf = ({ resource, verdict }: CauseRow, { section, title }: Difference) =>
  resourcesOf[section].includes(resource) && (verdict === null || title === "verified");

const shown = ({
  regions: _,
  districts: __,
  captured_on: ___,
  at,
  ...cause
}: CauseRow): CorrectionCause => ({
  ...cause,
  at: at.toISOString(),
});

/**
 * @param causes newest first
 * @param days of the period
 */
export function withCauses(
  differences: readonly Difference[],
  causes: readonly CauseRow[],
  days: Days,
): ReportCorrection[] {
  return differences.map((difference) => {
    const own = causes.filter(
      (cause) =>
        isOf(cause, difference) && isIn(cause, difference) && isAtTime(cause, difference, days),
    );
    const since = own.at(-1)?.at.toISOString() ?? null;
    return { ...difference, since, causes: own.slice(0, SHOWN).map(shown) };
  });
}
