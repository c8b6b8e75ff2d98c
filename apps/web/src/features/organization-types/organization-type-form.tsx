import {
  type OrganizationType,
  organizationTypeCreateSchema,
  organizationTypePatchSchema,
} from "@nihol/contract/ministries";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch, post } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";

type Props = {
  type?: OrganizationType;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function OrganizationTypeForm({ type, onClose, onSaved }: Props) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const form = useForm({
    schema: type ? organizationTypePatchSchema : organizationTypeCreateSchema,
    initial: { name: type?.name ?? emptyNames },
    submit: async (values) => {
      const saved = type
        ? await patch<OrganizationType>(`${paths.organizationType}/${type.id}`, values)
        : await post<OrganizationType>(paths.organizationType, values);
      await refresh(paths.organizationType, paths.ministry);
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
    </FormPanel>
  );
}
