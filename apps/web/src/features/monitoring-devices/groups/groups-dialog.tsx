import type { DeviceGroup } from "@nihol/contract/sensors/device-groups";
import { paths } from "@nihol/contract/values/paths";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { GroupForm } from "./group-form.tsx";
import { useDeviceGroups } from "./use-device-groups.ts";

/** Lists groups of devices; makes, renames and deletes them. */
export default function GroupsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["devices", "app"]);
  const format = useFormat();
  const groups = useDeviceGroups();
  const [written, setWritten] = useState<DeviceGroup | "new">();
  const [deleted, setDeleted] = useState<DeviceGroup>();
  async function handleDelete() {
    if (!deleted) return;
    await ask("DELETE /device-group/:id", { params: { id: deleted.id } });
    toast.success(t("app:deleted"));
    await refresh(paths.deviceGroup, paths.device);
  }
  return (
    <Dialog
      open
      width="md"
      title={t("groups_manage")}
      description={t("groups_about")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("app:close")}</Button>
          <Button
            tone="primary"
            icon={<Plus className="size-4" />}
            onClick={() => setWritten("new")}
          >
            {t("group_new")}
          </Button>
        </>
      }
    >
      {groups.length === 0 && <p className="text-sm text-ink-2">{t("groups_none")}</p>}
      <ul className="divide-y divide-line">
        {groups.map((group) => (
          <li key={group.id} className="flex items-center gap-3 py-2">
            <span className="min-w-0 grow">
              <span lang="mul" className="block break-words">
                {group.name}
              </span>
              <span className="block text-xs text-ink-3">
                {t("group_devices", { n: format.number(group.devices) })}
              </span>
            </span>
            {group.can.change && (
              <IconButton
                label={t("parameter_change", { name: group.name })}
                onClick={() => setWritten(group)}
              >
                <Pencil />
              </IconButton>
            )}
            {group.can.change && (
              <IconButton
                label={t("group_delete", { name: group.name })}
                onClick={() => setDeleted(group)}
              >
                <Trash2 />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {written && (
        <GroupForm
          group={written === "new" ? undefined : written}
          onClose={() => setWritten(undefined)}
        />
      )}
      <ConfirmDialog
        open={deleted !== undefined}
        onClose={() => setDeleted(undefined)}
        title={t("group_delete_title", { name: deleted?.name ?? "" })}
        consequence={t("group_delete_text")}
        action={t("app:delete")}
        onConfirm={handleDelete}
      />
    </Dialog>
  );
}
