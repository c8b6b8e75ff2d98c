/** `readings.calibrate`: hours, days and the newest value of a device follow its calibrations. */
import { applyCalibration } from "@nihol/store/readings/calibrations";
import type { Handler } from "../runner/job-context.ts";

export const calibrateReadings: Handler<"readings.calibrate"> = async (
  { calibration },
  { services },
) => {
  const n = await applyCalibration(services.db.sql, calibration);
  services.log(`calibration ${calibration}: ${n} values are shown otherwise`);
};
