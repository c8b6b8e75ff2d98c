import { paths } from "@nihol/contract/paths";
import { type Region, regionCreateSchema, regionPatchSchema } from "@nihol/contract/territory";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch, post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { useFormat } from "../../lib/format.ts";
import { refresh } from "../../lib/query-client.ts";
import { FormPanel } from "../../ui/form-panel.tsx";
import { emptyNames, NamesField } from "../../ui/names-field.tsx";
import { TextField } from "../../ui/text-field.tsx";

type Props = { region?: Region; onClose: () => void; onSaved: (id: string) => void };

export function RegionForm({ region, onClose, onSaved }: Props) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const form = useForm({
    schema: region ? regionPatchSchema : regionCreateSchema,
    initial: { name: region?.name ?? emptyNames, code: region?.code ?? "" },
    submit: async (values) => {
      const saved = region
        ? await patch<Region>(`${paths.region}/${region.id}`, values)
        : await post<Region>(paths.region, values);
      await refresh(paths.region);
      toast.success(region ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      title={region ? format.name(region.name) : t("region_new")}
      form={form}
      action={region ? undefined : t("app:create")}
      onClose={onClose}
    >
      <NamesField {...form.field("name")} errors={form.errors} />
      <TextField {...form.field("code")} label={t("code")} hint={t("code_hint")} optional />
    </FormPanel>
  );
}
