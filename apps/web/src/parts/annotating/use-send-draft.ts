import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useFailureText } from "../../ui/error-panel.tsx";
import type { Draft } from "./use-draft.ts";

/** Sends what was annotated: the draft is settled with the answer, and stays as it is where that fails. */
export function useSendDraft<Answer>(draft: Draft, onSent: (answer: Answer) => void) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  async function send(asking: () => Promise<Answer>) {
    setBusy(true);
    try {
      const answer = await asking();
      draft.settle();
      onSent(answer);
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, send };
}
