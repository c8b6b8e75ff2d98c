import type { SavedView } from "@nihol/contract/people/saved-views";
import type { ExportList } from "@nihol/contract/values/exports";
import { paths } from "@nihol/contract/values/paths";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useViews } from "./use-views.ts";
import ViewForm from "./view-form.tsx";

type Props = { list: ExportList; onClose: () => void };

/**
 * Lists the person's own views of a list, and those of others that they may change or delete: renames, shares and
 * deletes them.
 */
export default function ViewsDialog({ list, onClose }: Props) {
  const { t } = useTranslation(["lists", "app"]);
  const [renamed, setRenamed] = useState<SavedView>();
  const [deleted, setDeleted] = useState<SavedView>();
  const { data = [] } = useViews(list);
  async function handleDelete({ id }: SavedView) {
    await ask("DELETE /saved-view/:id", { params: { id } });
    toast.success(t("app:deleted"));
    await refresh(paths.savedView);
  }
  const views = data.filter(({ can }) => can.change || can.delete);
  return (
    <Dialog
      open
      title={t("views_manage_title")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t("app:close")}</Button>}
    >
      {views.length === 0 && <p className="text-sm text-ink-2">{t("views_none")}</p>}
      <ul className="divide-y divide-line">
        {views.map((view) => (
          <li key={view.id} className="flex items-center gap-2 py-2">
            <span className="min-w-0 grow">
              <span className="block break-words">{view.name}</span>
              {view.is_shared && (
                <span className="block text-xs text-ink-3">
                  {view.is_own ? t("view_share") : view.author}
                </span>
              )}
            </span>
            {view.can.change && (
              <IconButton
                label={t("view_rename", { name: view.name })}
                onClick={() => setRenamed(view)}
              >
                <Pencil />
              </IconButton>
            )}
            {view.can.delete && (
              <IconButton
                label={t("view_delete", { name: view.name })}
                onClick={() => setDeleted(view)}
              >
                <Trash2 />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {renamed && <ViewForm view={renamed} onClose={() => setRenamed(undefined)} />}
      {deleted && (
        <ConfirmDialog
          open
          onClose={() => setDeleted(undefined)}
          title={t("view_delete_title", { name: deleted.name })}
          consequence={t(deleted.is_shared ? "view_delete_shared" : "view_delete_text")}
          action={t("app:delete")}
          onConfirm={() => handleDelete(deleted)}
        />
      )}
    </Dialog>
  );
}
