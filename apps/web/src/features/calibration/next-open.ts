import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";

/** The next window to be counted after number `n`, round to those before it. */
export function nextOpen(
  windows: readonly CalibrationWindow[],
  n: number,
): CalibrationWindow | undefined {
  const open = windows.filter((one) => one.state === "open" && one.n !== n);
  return open.find((one) => one.n > n) ?? open[0];
}
