import type { GardenNote } from "@nihol/contract/garden-notes";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../../lib/api/api.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

type Props = { note: GardenNote; onClose: () => void; onDeleted?: () => void };

/** The question before a note goes. */
export function NoteDelete({ note, onClose, onDeleted }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  async function handleDelete() {
    await del(`${paths.gardenNote}/${note.id}`);
    toast.success(t("app:deleted"));
    onDeleted?.();
    await refresh(paths.gardenNote);
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t("note_delete_title", { date: format.date(note.observed_on) })}
      consequence={t("note_delete_text")}
      action={t("app:delete")}
      onConfirm={handleDelete}
    />
  );
}
