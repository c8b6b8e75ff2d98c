import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { addEntry } from "../queue/database.ts";
import type { NewEntry } from "../queue/entry.ts";
import { isFull } from "../queue/storage.ts";
import { refreshField } from "../queue/use-queue.ts";

/** Keeps an entry on the phone and says so; a phone that is full says that it is, and what was typed stays. */
export function useSaveEntry(onSaved: () => void) {
  const { t } = useTranslation("field");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function save(entry: NewEntry, replaced?: number): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await addEntry(entry, replaced);
    } catch (error) {
      return setFailure(t(isFull(error) ? "phone_full" : "not_kept"));
    } finally {
      setBusy(false);
    }
    toast.success(t("kept"));
    await refreshField(entry.person);
    onSaved();
  }
  return { busy, failure, save };
}
