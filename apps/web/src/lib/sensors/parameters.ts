/** Parameters of devices, as rows of the server: names, units and decimals in the reader's language. */
import type { ParameterRow } from "@nihol/contract/sensors/parameters";
import type { DeviceType } from "@nihol/contract/values/devices";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import type { Parameter } from "@nihol/contract/values/sensors/sensor-guidance";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { recordsQuery } from "../list/use-list.ts";
import { type Format, useFormat } from "../text/format.ts";

/** Milliseconds for which the list holds: it changes when an administrator adds to it. */
const freshFor = 300_000;

/** Names and units by key; before the list is there names are empty. */
export type ParameterTexts = ReturnType<typeof parameterTexts>;

export function parameterTexts(rows: readonly ParameterRow[] | undefined, format: Format) {
  const byKey = new Map((rows ?? []).map((row) => [row.key, row]));
  const decimals = (key: Parameter) => byKey.get(key)?.decimals ?? 2;
  return {
    rows: rows ?? [],
    of: (key: Parameter) => byKey.get(key),
    /** Parameters that devices of this kind measure, in the order of screens. */
    own: (type: DeviceType) => (rows ?? []).filter((row) => row.device_types.includes(type)),
    name: (key: Parameter) => (rows ? format.name(byKey.get(key)?.name) || key : ""),
    unit: (key: Parameter) => format.name(byKey.get(key)?.unit_name),
    /** The unit where a number wants it behind it; pH is a name rather than a unit. */
    unitAfter: (key: Parameter) => {
      const row = byKey.get(key);
      return row && row.unit !== "pH" ? format.name(row.unit_name) : "";
    },
    decimals,
    /** A value with as many decimals as its parameter has. */
    number: (key: Parameter, value: number | null | undefined) =>
      format.number(value, decimals(key)),
  };
}

/** Asks for the list of parameters, once for all screens. */
export function useParameterRows() {
  return useQuery({
    ...recordsQuery(paths.parameter, { page_size: limits.pageSizeMax }),
    staleTime: freshFor,
  });
}

/** Names and units of parameters in the reader's language. */
export function useParameters(): ParameterTexts {
  const format = useFormat();
  const rows = useParameterRows().data?.results;
  return useMemo(() => parameterTexts(rows, format), [rows, format]);
}
