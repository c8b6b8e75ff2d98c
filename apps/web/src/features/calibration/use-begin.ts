import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { ask } from "../../lib/api/ask.ts";
import { useFailureText } from "../../ui/error-panel.tsx";
import { useKeepCalibration } from "./calibration-query.ts";

/** Asks for windows: the first ones, or further ones. */
export function useBegin(image: string) {
  const failureText = useFailureText();
  const keep = useKeepCalibration(image);
  const [busy, setBusy] = useState(false);
  async function begin() {
    setBusy(true);
    try {
      keep(await ask("POST /whole-image/:id/calibration", { params: { id: image } }));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, begin };
}
