import type { processEventSchema } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import type { z } from "@nihol/contract/z";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followEvents } from "../../lib/api/follow-events.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { blocksKey } from "./blocks/use-blocks.ts";

type ProcessEvent = z.output<typeof processEventSchema>;

/**
 * Follows one process while it runs: each event goes into the record that is shown; blocks that moved are fetched, and
 * the record itself when a step or all of it has ended.
 */
export function useProcessEvents(id: string, running: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!running) return;
    const leaving = new AbortController();
    const { queryKey } = recordQuery(paths.satelliteImagery, id);
    function handleEvent(event: ProcessEvent) {
      const before = client.getQueryData(queryKey);
      if (!before) return;
      client.setQueryData(queryKey, { ...before, ...event });
      if (before.status !== event.status || before.step !== event.step)
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      if (haveMoved(before.blocks, event.blocks))
        void client.invalidateQueries({ queryKey: blocksKey(id) }, { cancelRefetch: false });
    }
    void followEvents<ProcessEvent>(
      `${paths.satelliteImagery}/${id}/events`,
      handleEvent,
      leaving.signal,
    );
    return () => leaving.abort();
  }, [client, id, running]);
}

const haveMoved = (before: ProcessEvent["blocks"], now: ProcessEvent["blocks"]): boolean =>
  before.pending !== now.pending ||
  before.running !== now.running ||
  before.done !== now.done ||
  before.failed !== now.failed;
