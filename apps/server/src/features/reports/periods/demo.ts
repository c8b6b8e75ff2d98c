/** The demonstration's period of reports: approved by the first MasterAdmin, and corrected once since. */

import { fillPermissions } from "@nihol/contract/values/permissions";
import type { Db } from "@nihol/db/connection";
import { correctDemoRow, findFirstMaster, findWaitingDemo } from "./demo-queries.ts";
import { decidePeriod } from "./writes.ts";

/** Does nothing where it is approved, or there is no demonstration. */
export async function approveDemoPeriod(db: Db): Promise<void> {
  const period = await findWaitingDemo(db);
  const master = period && (await findFirstMaster(db));
  if (!master) return;
  const actor = {
    ...master,
    ...{ role: "MasterAdmin", isMasterAdmin: true, permissions: fillPermissions(() => true) },
    ...{ ministryId: null, regionIds: [], districtIds: [] },
  };
  await decidePeriod(db, actor, period.id, { decision: "approve", comment: "" });
  await correctDemoRow(db, period);
}
