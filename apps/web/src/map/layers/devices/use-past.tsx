import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { ask } from "../../../lib/api/ask.ts";
import type { PointsAsk } from "../../points/point-layer.tsx";
import type { DeviceRow } from "./device-row.tsx";
import { PastBar } from "./past-bar.tsx";
import { pastByDevice } from "./past-data.ts";

/** Milliseconds after which the last step is asked for again: values of now are still coming. */
const askAgainMs = 300_000;
const nobody: readonly DeviceRow[] = [];

/** Devices with what they were in each step, the step that is shown and what moves it; undefined where the past is not asked for. */
export function usePast(
  { wanted, area, choice }: PointsAsk,
  points: readonly DeviceRow[] = nobody,
) {
  const { type, past } = choice;
  const query = { ...area, type, span: past?.span, parameter: past?.by, bbox: past?.bbox };
  const { data, isPlaceholderData, error } = useQuery({
    queryKey: [paths.device, "past", query],
    queryFn: ({ signal }) => ask("GET /device/past", { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainMs,
    enabled: wanted && past !== undefined,
  });
  const [chosen, setChosen] = useState<number>();
  const rows = useMemo(() => {
    if (!data || !past) return points;
    const steps = pastByDevice(data);
    return points.map((one) => ({ ...one, past: steps.get(one.id) }));
  }, [data, past, points]);
  if (!past) return undefined;
  const last = (data?.steps ?? 1) - 1;
  const step = Math.min(chosen ?? last, last);
  return {
    rows,
    // Until the first answer devices stand as they are now.
    step: data && step,
    controls: (
      <PastBar
        {...{ past, error, step }}
        data={data}
        isWaiting={!data || isPlaceholderData}
        rows={rows}
        onStep={setChosen}
      />
    ),
  };
}
