import { useState } from "react";
import { useFailureText } from "../../ui/error-panel.tsx";

/** A question that is asked when a button is pressed: its last answer, or why there is none, and whether it is on its way. */
export function useAnswer<T>(question: () => Promise<T>) {
  const failureText = useFailureText();
  const [answer, setAnswer] = useState<T>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function handleAsk() {
    setBusy(true);
    setProblem(undefined);
    setAnswer(undefined);
    try {
      setAnswer(await question());
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { answer, problem, busy, handleAsk };
}
