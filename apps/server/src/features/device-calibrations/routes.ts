import {
  deviceCalibrationAdd,
  deviceCalibrationList,
  deviceCalibrationTakeBack,
} from "@nihol/contract/sensors/device-calibrations";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts, keeperCan } from "../../policies/devices.ts";
import { listCalibrations } from "./calibration-queries.ts";
import { addCalibration, takeBackCalibration } from "./calibration-writes.ts";

/** Calibrations of devices: what a parameter is shown as, from a moment on. */
export const deviceCalibrationRoutes: Feature = (app, services) => {
  const { sql: db } = services.db;
  serve(app, deviceCalibrationList, async ({ actor, params }) => {
    const { id } = await findDeviceFacts(db, actor, params.id);
    return { results: await listCalibrations(db, id), can: keeperCan(actor) };
  });
  serve(app, deviceCalibrationAdd, ({ actor, params, body }) =>
    addCalibration(services, actor, params.id, body),
  );
  serve(app, deviceCalibrationTakeBack, ({ actor, params, body }) =>
    takeBackCalibration(services, actor, params.id, params.calibration, body.note),
  );
};
