/** Server-sent events, by fetch: EventSource cannot carry the Authorization header. */
import { getStream } from "./api.ts";

/** Milliseconds until the next try after a lost connection, unless the server named another time. */
const againMs = 2000;

/**
 * Hears events until `signal` ends it; a stream that ends or is lost is opened again.
 * @param onEvent with the data of each event
 * @param onLine with true when a stream is open, with false when it ended
 */
export async function followEvents<Event>(
  path: string,
  onEvent: (event: Event) => void,
  signal: AbortSignal,
  onLine: (isOpen: boolean) => void = () => {},
): Promise<void> {
  while (!signal.aborted) {
    let retryMs: number | undefined;
    try {
      const stream = await getStream(path, { signal });
      if (stream) {
        onLine(true);
        retryMs = await readEvents(stream, onEvent);
      }
    } catch {
      // a lost connection or a server that restarts: what is followed is read again when it answers
    }
    if (!signal.aborted) onLine(false);
    await new Promise((resolve) => setTimeout(resolve, retryMs ?? againMs));
  }
}

/** @returns the milliseconds after which to ask again, where the server said so (the field `retry`) */
async function readEvents<Event>(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onEvent: (event: Event) => void,
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
      if (data) onEvent(JSON.parse(data.slice(6)) as Event);
    }
  }
}
