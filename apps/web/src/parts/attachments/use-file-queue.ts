import { useEffect, useRef, useState } from "react";
import { upload } from "../../lib/api/upload.ts";
import { useFailureText } from "../../ui/error-panel.tsx";

type Refused = { id: number; name: string; reason: string };

/** Sends files one after the other; what is refused is listed by name and does not stop the rest. */
export function useFileQueue(path: string, onSent: () => Promise<unknown>) {
  const failureText = useFailureText();
  const [sending, setSending] = useState<{ name: string; share: number }>();
  const [refused, setRefused] = useState<Refused[]>([]);
  const waiting = useRef<File[]>([]);
  const running = useRef(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    stop.current = controller;
    // Closing the panel gives up what is still under way.
    return () => controller.abort();
  }, []);

  async function send(file: File) {
    setSending({ name: file.name, share: 0 });
    try {
      const onProgress = (share: number) => setSending({ name: file.name, share });
      await upload(path, { file, onProgress, signal: stop.current?.signal });
      await onSent();
    } catch (error) {
      if (stop.current?.signal.aborted) return;
      const reason = failureText(error);
      setRefused((before) => [...before, { id: Date.now(), name: file.name, reason }]);
    }
  }

  async function run() {
    if (running.current) return;
    running.current = true;
    for (let file = waiting.current.shift(); file; file = waiting.current.shift()) await send(file);
    running.current = false;
    setSending(undefined);
  }

  function add(file: File) {
    if (!running.current && waiting.current.length === 0) setRefused([]);
    waiting.current.push(file);
    // A moment later: files that are dropped together come one by one.
    queueMicrotask(() => void run());
  }

  return { sending, refused, add };
}
