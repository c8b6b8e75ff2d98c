import type { processEventSchema } from "@nihol/contract/imagery/processes";
import { paths } from "@nihol/contract/values/paths";
import type { z } from "@nihol/contract/z";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getStream } from "../../lib/api/api.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { blocksKey } from "./blocks/use-blocks.ts";

type ProcessEvent = z.output<typeof processEventSchema>;

/** Milliseconds until the next try after a lost connection, unless the server named another time. */
const againMs = 2000;

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
    void follow(`${paths.satelliteImagery}/${id}/events`, handleEvent, leaving.signal);
    return () => leaving.abort();
  }, [client, id, running]);
}

const haveMoved = (before: ProcessEvent["blocks"], now: ProcessEvent["blocks"]): boolean =>
  before.pending !== now.pending ||
  before.running !== now.running ||
  before.done !== now.done ||
  before.failed !== now.failed;

async function follow(
  path: string,
  onEvent: (event: ProcessEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    let retryMs: number | undefined;
    try {
      const stream = await getStream(path, { signal });
      if (stream) retryMs = await readEvents(stream, onEvent);
    } catch {
      // a lost connection or a server that restarts: the row is read again when it answers
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs ?? againMs));
  }
}

/**
 * Server-sent events, by fetch: EventSource cannot carry the Authorization header. Ends with the stream.
 * @returns the milliseconds after which to ask again, where the server said so (the field `retry`)
 */
async function readEvents(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: ProcessEvent) => void,
): Promise<number | undefined> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let retryMs: number | undefined;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return retryMs;
    const messages = (rest + value).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) {
      const retry = /^retry: (\d+)$/m.exec(message);
      if (retry) retryMs = Number(retry[1]);
      const data = message.split("\n").find((line) => line.startsWith("data: "));
      if (data) onEvent(JSON.parse(data.slice(6)) as ProcessEvent);
    }
  }
}
