import { clockToleranceMs } from "@nihol/contract/values/planting/plausible-counts";
import { refuseField } from "../../http/problem.ts";

/** Moment at which a phone says that something was found; now where it says none. @throws {FieldProblem} under `field` for a time to come */
export function phoneTime(field: string, text: string | undefined): Date {
  const moment = text === undefined ? new Date() : new Date(text);
  if (moment.getTime() > Date.now() + clockToleranceMs) refuseField(field, "date_in_future");
  return moment;
}
