import type { Device } from "@nihol/contract/sensors/devices";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import type { ParameterTexts } from "../../../lib/sensors/parameters.ts";

/** Part of a device that its lines need. */
type LineDevice = Pick<Device, "id" | "name" | "latest">;

/** Line of a chart: a parameter of a device, and its name beside the others. */
export type Line = { device: LineDevice; parameter: Parameter; name: string };

/** Names what distinguishes a line from the others: its device, its parameter, or both. */
function nameOf(
  device: LineDevice,
  parameter: string,
  { devices, parameters }: { devices: number; parameters: number },
): string {
  if (parameters < 2) return device.name;
  return devices < 2 ? parameter : `${device.name} · ${parameter}`;
}

/**
 * The lines of these devices and parameters, as many as a chart holds, and how many there would be. A parameter that a
 * device measures but has never sent makes none, unless nothing else was asked of it.
 */
export function linesOf(
  devices: readonly LineDevice[],
  parameters: readonly Parameter[],
  texts: Pick<ParameterTexts, "name">,
): { lines: Line[]; all: number } {
  const sent = (device: LineDevice, parameter: Parameter) =>
    parameters.length === 1 || device.latest.some((one) => one.parameter === parameter);
  const counts = { devices: devices.length, parameters: parameters.length };
  const all = parameters.flatMap((parameter) =>
    devices
      .filter((device) => sent(device, parameter))
      .map((device) => ({
        device,
        parameter,
        name: nameOf(device, texts.name(parameter), counts),
      })),
  );
  return { lines: all.slice(0, readingLimits.series), all: all.length };
}

/** Speed and direction of wind of the first device that has sent both; undefined where none has. */
export function windLines(lines: readonly Line[]): Line[] | undefined {
  const parameters = ["wind_speed", "wind_direction"];
  const line = lines.find(({ device }) =>
    parameters.every((parameter) => device.latest.some((one) => one.parameter === parameter)),
  );
  return line && parameters.map((parameter) => ({ ...line, parameter }));
}

/** The line of a parameter of a device; −1 where it is not shown. */
export const placeOf = (lines: readonly Line[], device: number, parameter: Parameter): number =>
  lines.findIndex((one) => one.device.id === device && one.parameter === parameter);

/** The query of the lines: "3.co2,5.air_temperature". */
export const seriesQuery = (lines: readonly Line[]): string =>
  lines.map(({ device, parameter }) => `${device.id}.${parameter}`).join(",");

/** Lines that share an axis of values. */
export type AxisGroup = { unit: string; lines: number[] };

/** Groups lines by their unit, in the order in which units come first. */
export function axisGroups(lines: readonly Line[], unit: (key: Parameter) => string): AxisGroup[] {
  const groups = new Map<string, number[]>();
  lines.forEach(({ parameter }, place) => {
    const own = groups.get(unit(parameter)) ?? [];
    groups.set(unit(parameter), [...own, place]);
  });
  return [...groups].map(([name, places]) => ({ unit: name, lines: places }));
}

/** Charts below each other: one with an axis on either side, or one for each unit where there are more than two. */
export const chartsOf = (groups: readonly AxisGroup[]): AxisGroup[][] =>
  groups.length > 2 ? groups.map((group) => [group]) : [[...groups]];
