import type { Device } from "@nihol/contract/sensors/devices";
import type { Parameter, ReadingState } from "@nihol/contract/values/sensors/sensor-guidance";

/** States that a right value may have, the worst first. */
export const valueStates = ["act", "watch", "good", "no_limits"] as const satisfies ReadingState[];
type ValueState = (typeof valueStates)[number];

/** The newest values of a parameter, of all devices that send. */
export type Summary = {
  parameter: Parameter;
  low: number;
  high: number;
  devices: number;
  /** The worst of them, and how many say so. */
  worst: ValueState;
  inWorst: number;
  /** The oldest of the newest values. */
  since: string;
};

type SentDevice = Pick<Device, "state" | "latest">;

const stateOf = (state: ReadingState) => valueStates.find((one) => one === state);

/**
 * Sums up what devices say now, in the order of the parameters. Values of devices that are silent or out of service are
 * past, and faulty ones say nothing of the place: neither is among them.
 */
export function summariesOf(
  devices: readonly SentDevice[],
  parameters: readonly Parameter[],
): Summary[] {
  const sending = devices.filter(({ state }) => state === "online" || state === "faulty");
  return parameters.flatMap((parameter) => {
    const values = sending.flatMap(({ latest }) =>
      latest.flatMap(({ value, ts, state: said, ...one }) => {
        const state = stateOf(said);
        return one.parameter === parameter && value !== null && ts !== null && state
          ? [{ value, ts, state }]
          : [];
      }),
    );
    const worst = valueStates.find((state) => values.some((one) => one.state === state));
    if (!worst) return [];
    const numbers = values.map(({ value }) => value);
    return {
      ...{ parameter, worst, devices: values.length },
      low: Math.min(...numbers),
      high: Math.max(...numbers),
      inWorst: values.filter(({ state }) => state === worst).length,
      since: values.map(({ ts }) => ts).sort()[0] ?? "",
    };
  });
}

/** Devices that should send and do not: silent, or without a first value. */
export const silentCount = (devices: readonly (SentDevice & Pick<Device, "condition">)[]): number =>
  devices.filter(({ state, condition }) => state === "silent" || condition === "unsent").length;
