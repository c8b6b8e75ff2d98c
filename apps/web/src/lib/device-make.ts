import type { Device } from "@nihol/contract/sensors/devices";

/** Maker and model as one text, "" where neither is said. */
export const makeOf = ({ maker, model }: Pick<Device, "maker" | "model">): string =>
  [maker, model].filter(Boolean).join(" ");
