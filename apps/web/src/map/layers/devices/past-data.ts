import type { DevicePast } from "@nihol/contract/sensors/devices";
import { pastStates } from "@nihol/contract/values/devices";
import { shades } from "./past-icons.ts";

/** A device in each step, as the map draws it. */
export interface PastSteps {
  /** A letter for each step (`past-icons.ts`). */
  letters: string;
  /** The value of each step; none where it is coloured by its state. */
  values: readonly (number | null)[];
}

/** Lowest and highest of the values that nobody says the limits of; undefined without any. */
export function shadeRange(devices: DevicePast["devices"]): [number, number] | undefined {
  const open = devices.flatMap(({ states, values }) =>
    (values ?? []).filter(
      (value): value is number => value !== null && states.includes(pastStates.no_limits),
    ),
  );
  if (open.length === 0) return undefined;
  // Spread arguments of a hundred thousand values are too many.
  return open.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

/** Bounds of the shades, ascending, the lowest and the highest value included. */
export const shadeBounds = ([low, high]: readonly [number, number]): number[] =>
  Array.from({ length: shades.length + 1 }, (_, n) => low + ((high - low) * n) / shades.length);

/** Steps by device; a value without limits has a shade by its place between the lowest and the highest. */
export function pastByDevice({ devices }: DevicePast): ReadonlyMap<number, PastSteps> {
  const range = shadeRange(devices);
  const shadeOf = (value: number) => {
    if (!range || range[1] === range[0]) return 1;
    const share = (value - range[0]) / (range[1] - range[0]);
    return Math.min(shades.length, 1 + Math.floor(share * shades.length));
  };
  return new Map(
    devices.map(({ id, states, values }) => {
      const letters = Array.from(states, (letter, step) => {
        const value = values?.[step];
        const isShaded = letter === pastStates.no_limits && typeof value === "number";
        return isShaded ? String(shadeOf(value)) : letter;
      });
      return [id, { letters: letters.join(""), values: values ?? [] }];
    }),
  );
}
