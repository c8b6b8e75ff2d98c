import type { Ministry } from "@nihol/contract/ministries";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";

const api = resourceApi(paths.ministry, paths.organizationType, paths.garden, paths.user);

type Props = {
  ministry?: Ministry;
  /** The type the list is filtered by, which a new organization most likely has. */
  type?: string;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function MinistryForm({ ministry, type, onClose, onSaved }: Props) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const form = useForm({
    draft: `ministry:${ministry?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/ministries")).ministries.create,
    initial: {
      name: ministry?.name ?? emptyNames,
      organization_type: ministry
        ? (ministry.organization_type?.id ?? null)
        : type
          ? Number(type)
          : null,
    },
    submit: async (values) => {
      const saved = ministry ? await api.patch(ministry.id, values) : await api.create(values);
      toast.success(ministry ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      title={ministry ? format.name(ministry.name) : t("ministry_new")}
      form={form}
      action={ministry ? undefined : t("app:create")}
      onClose={onClose}
    >
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <ReferenceField
        {...form.field("organization_type")}
        label={t("type")}
        path={paths.organizationType}
        optional
      />
    </FormPanel>
  );
}
