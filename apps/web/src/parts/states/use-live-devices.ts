import type { ReadingEvent } from "@nihol/contract/sensors/readings";
import { paths } from "@nihol/contract/values/paths";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followEvents } from "../../lib/api/follow-events.ts";

/** Milliseconds between two readings of what is shown, however many devices send meanwhile. */
const chartEvery = 3000;
const listEvery = 20_000;

/** State of the line: `waiting` before the first stream is open. */
export type LiveState = "waiting" | "live" | "lost";

/** Calls `act` at once, and again after `everyMs` at the earliest, where it was asked for in between. */
export function throttled(everyMs: number, act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  function run() {
    isAsked = false;
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (isAsked) run();
    }, everyMs);
  }
  return {
    ask: () => {
      isAsked = true;
      if (timer === undefined) run();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Refreshes all of chosen devices, of the others only the list. */
const refreshers = (client: QueryClient) => ({
  chosen: throttled(chartEvery, () => void client.invalidateQueries({ queryKey: [paths.device] })),
  list: throttled(
    listEvery,
    () =>
      void client.invalidateQueries({
        queryKey: [paths.device],
        predicate: ({ queryKey }) => queryKey[1] !== "reading",
      }),
  ),
});

/**
 * Follows devices by one stream while the page is seen: what is shown of them is read anew when they send. After a lost
 * line the first events tell what was missed.
 * @param ids of all devices that are shown
 * @param chosen those of the chart
 */
export function useLiveDevices(ids: readonly number[], chosen: readonly number[]): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("waiting");
  const followed = [...new Set([...chosen, ...ids])].join(",");
  const shown = chosen.join(",");
  useEffect(() => {
    if (followed === "") return;
    const leaving = new AbortController();
    const known = new Map<number, string | null>();
    const inChart = new Set(shown.split(",").map(Number));
    const refresh = refreshers(client);
    function handleEvent({ device, last_reading_at: at }: ReadingEvent) {
      const before = known.get(device);
      known.set(device, at);
      // The first event of a device says what the page has read already.
      if (before === undefined || before === at) return;
      (inChart.has(device) ? refresh.chosen : refresh.list).ask();
    }
    void followEvents<ReadingEvent>(
      `${paths.device}/events?ids=${followed}`,
      handleEvent,
      leaving.signal,
      (isOpen) => setState(isOpen ? "live" : "lost"),
    );
    return () => {
      leaving.abort();
      refresh.chosen.stop();
      refresh.list.stop();
    };
  }, [client, followed, shown]);
  return state;
}
