/** Calibrations of devices: bounds of what a person may write. */
export const deviceCalibrationLimits = {
  /** Bounds of the factor; without a calibration it is 1. */
  gainMin: 0.001,
  gainMax: 1000,
  /** Largest offset in either direction, in the unit of the parameter. */
  offset: 1_000_000,
  note: 2000,
  /** Entries that one answer lists, the newest ones. */
  shown: 200,
  /** Calibrations of one parameter of a device that stand at a time. */
  standing: 100,
} as const;

/** The offset with which a value that was sent is shown as the reference says; in the unit of the parameter. */
export const offsetFrom = (reference: number, sent: number, gain: number): number =>
  // Typed numbers have few decimals: 20.3 − 19.8 is 0.5, and no 0.5000000000000000277.
  Number((reference - gain * sent).toPrecision(12));
