import type { PlantTreeType } from "@nihol/contract/planting/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

const api = resourceApi(paths.plantTreeType, paths.plantTreeTask);

type Props = { type?: PlantTreeType; onClose: () => void; onSaved: (id: string) => void };

export function TreeTypeForm({ type, onClose, onSaved }: Props) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  const form = useForm({
    draft: `tree-type:${type?.id ?? "new"}`,
    schema: async () =>
      (await import("@nihol/contract/planting/plant-tree-types")).plantTreeTypes.create,
    initial: { name: type?.name ?? emptyNames, latin_name: type?.latin_name ?? "" },
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
      <TextField
        {...form.field("latin_name")}
        label={t("latin_name")}
        hint={t("latin_hint", { example: "Juglans regia" })}
        lang="la"
        optional
      />
    </FormPanel>
  );
}
