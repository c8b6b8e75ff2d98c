import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import type { Tone } from "../../ui/badge.tsx";

/** Each state's colour and shape. */
export const windowStyles = {
  open: { tone: "unknown", shape: "none" },
  counted: { tone: "good", shape: "done" },
  skipped: { tone: "watch", shape: "stopped" },
} as const satisfies Record<CalibrationWindow["state"], { tone: Tone; shape: string }>;
