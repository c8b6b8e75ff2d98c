import type { ImageGround } from "@nihol/contract/imagery/grounds";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useFailureText } from "../../ui/error-panel.tsx";

/** Sends a change of an image's ground; says what went wrong. */
export function useSend(keep: (next: ImageGround) => void) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  function send(ask: () => Promise<ImageGround>) {
    setBusy(true);
    void ask()
      .then(keep, (error: unknown) => toast.error(failureText(error)))
      .finally(() => setBusy(false));
  }
  return { busy, send };
}
