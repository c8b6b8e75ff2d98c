import type { Group } from "@nihol/contract/people/groups";
import { paths } from "@nihol/contract/values/paths";
import { fillPermissions } from "@nihol/contract/values/permissions";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useUser } from "../../lib/api/session.ts";
import { useForm } from "../../lib/form/form.ts";
import { PermissionMatrix } from "../../parts/permissions/permission-matrix.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

const api = resourceApi(paths.group);

type Props = { role?: Group; onClose: () => void; onSaved: (id: string) => void };

export function RoleForm({ role, onClose, onSaved }: Props) {
  const { t } = useTranslation(["roles", "app"]);
  const held = useUser().userData?.permissions ?? fillPermissions(() => false);
  const form = useForm({
    draft: `role:${role?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/people/groups")).groups.create,
    initial: {
      name: role?.name ?? "",
      permissions: role?.permissions ?? fillPermissions(() => false),
    },
    submit: async (values) => {
      const saved = role ? await api.patch(role.id, values) : await api.create(values);
      toast.success(role ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  const refusal = form.errorWithin("permissions");
  return (
    <FormPanel
      title={role ? role.name : t("new")}
      form={form}
      action={role ? undefined : t("app:create")}
      onClose={onClose}
      wide
    >
      <TextField {...form.field("name")} label={t("name")} />
      <PermissionMatrix
        permissions={form.values.permissions}
        held={held}
        onChange={(permissions) => form.set("permissions", permissions)}
      />
      {refusal && <FieldError text={refusal} />}
    </FormPanel>
  );
}
