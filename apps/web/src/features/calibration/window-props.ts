import type { Calibration } from "@nihol/contract/imagery/calibration";
import type { ShownWindow } from "./shown-window.ts";

export type WindowProps = {
  calibration: Calibration;
  window: ShownWindow;
  onGo: (n: number) => void;
};
