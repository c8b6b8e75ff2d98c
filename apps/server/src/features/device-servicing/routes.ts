import { servicingAdd, servicingList, servicingTakeBack } from "@nihol/contract/sensors/servicing";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts, keeperCan } from "../../policies/devices.ts";
import { listServicing } from "./servicing-queries.ts";
import { addServicing, takeBackServicing } from "./servicing-writes.ts";

/** Servicing of devices: work that people did, and when it is due again. */
export const deviceServicingRoutes: Feature = (app, { db: { sql: db } }) => {
  serve(app, servicingList, async ({ actor, params }) => {
    const { id } = await findDeviceFacts(db, actor, params.id);
    return { results: await listServicing(db, id), can: keeperCan(actor) };
  });
  serve(app, servicingAdd, ({ actor, params, body }) => addServicing(db, actor, params.id, body));
  serve(app, servicingTakeBack, ({ actor, params, body }) =>
    takeBackServicing(db, actor, params.id, params.entry, body.note),
  );
};
