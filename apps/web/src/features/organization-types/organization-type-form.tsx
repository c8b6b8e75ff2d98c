import type { OrganizationType } from "@nihol/contract/ministries";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { Switch } from "../../ui/form/switch.tsx";

const api = resourceApi(paths.organizationType, paths.ministry);

type Props = {
  type?: OrganizationType;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function OrganizationTypeForm({ type, onClose, onSaved }: Props) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const form = useForm({
    draft: `organization-type:${type?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/ministries")).organizationTypes.create,
    initial: { name: type?.name ?? emptyNames, contractor: type?.contractor ?? false },
    submit: async (values) => {
      const saved = type ? await api.patch(type.id, values) : await api.create(values);
      toast.success(type ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      title={type ? format.name(type.name) : t("type_new")}
      form={form}
      action={type ? undefined : t("app:create")}
      onClose={onClose}
    >
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <Switch
        label={t("contractor")}
        hint={t("contractor_hint")}
        checked={form.values.contractor}
        onChange={(on) => form.set("contractor", on)}
      />
    </FormPanel>
  );
}
