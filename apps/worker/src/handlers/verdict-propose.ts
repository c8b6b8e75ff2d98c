/** `verdict.propose`: proposes whether the trees that a planting task reports stand, from all that is known now. */
import { today } from "@nihol/contract/values/planting/programme-day";
import { proposeVerdict } from "@nihol/store/verdicts/verdict-rows";
import type { Handler } from "../runner/job-context.ts";

export const proposeVerdictJob: Handler<"verdict.propose"> = async ({ task }, { services }) => {
  await services.db.sql.transaction().execute((trx) => proposeVerdict(trx, task, today()));
  // Mail and jobs that follow from a proposal are found by the reconciler.
  services.reconcileSoon();
};
