import type { DeviceGroup } from "@nihol/contract/sensors/device-groups";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useForm } from "../../../lib/form/form.ts";
import { FormDialog } from "../../../ui/form/form-dialog.tsx";
import { TextField } from "../../../ui/form/text-field.tsx";

type Props = { group?: DeviceGroup | undefined; onClose: () => void };

/** Makes a group of devices, or names it anew. */
export function GroupForm({ group, onClose }: Props) {
  const { t } = useTranslation(["devices", "app"]);
  const form = useForm({
    draft: `device-group:${group?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/sensors/device-groups")).deviceGroupAdd.body,
    initial: { name: group?.name ?? "" },
    submit: async (body) => {
      if (group) await ask("PATCH /device-group/:id", { params: { id: group.id }, body });
      else await ask("POST /device-group", { body });
      await refresh(paths.deviceGroup, paths.device);
      toast.success(t(group ? "app:updated" : "app:created"));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={group ? t("parameter_change", { name: group.name }) : t("group_new")}
      action={group ? undefined : t("app:create")}
    >
      <TextField {...form.field("name")} label={t("name")} autoComplete="off" />
    </FormDialog>
  );
}
