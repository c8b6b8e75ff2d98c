import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { getBlob } from "../../lib/api/api.ts";
import { saveFile } from "../../lib/api/save-file.ts";
import { timeZone } from "../../lib/api/time-zone.ts";
import { useFailureText } from "../../ui/error-panel.tsx";

type Params = NonNullable<Parameters<typeof getBlob>[1]>;

/** Saves a file that the server makes when it is asked; a notice says so meanwhile, and why when it does not come. */
export function useDownload(making: string) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);

  async function download(path: string, params: Params, name: string): Promise<void> {
    setBusy(true);
    const id = toast.loading(making);
    try {
      saveFile(await getBlob(path, { ...params, time_zone: timeZone() }), name);
      toast.dismiss(id);
    } catch (error) {
      toast.error(failureText(error), { id });
    } finally {
      setBusy(false);
    }
  }
  return { busy, download };
}
