import type { Region } from "@nihol/contract/territory";
import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { changesOf } from "../../lib/form/changes-of.ts";
import { useForm } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { BoundaryEditor } from "../../map/drawing/boundary-editor.tsx";
import { ConfirmGardens } from "../../parts/boundary/gardens-outside.tsx";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { LeafOffField } from "./leaf-off.tsx";

const api = resourceApi(paths.region);

type Props = { region?: Region; onClose: () => void; onSaved: (id: string) => void };

export function RegionForm({ region, onClose, onSaved }: Props) {
  const { t } = useTranslation(["territory", "boundary", "app"]);
  const format = useFormat();
  const boundary: MultiPolygon | null = region?.boundary ?? null;
  const form = useForm({
    draft: `region:${region?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/territory")).regions.create,
    initial: {
      name: region?.name ?? emptyNames,
      code: region?.code ?? "",
      leaf_off: region?.leaf_off ?? "by_latitude",
      boundary,
      confirm_gardens: false,
    },
    submit: async (values) => {
      const saved = region
        ? await api.patch(region.id, changesOf(values, { boundary, confirm_gardens: false }))
        : await api.create(values);
      toast.success(region ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      wide
      title={region ? format.name(region.name) : t("region_new")}
      form={form}
      action={region ? undefined : t("app:create")}
      onClose={onClose}
    >
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <TextField {...form.field("code")} label={t("code")} hint={t("code_hint")} optional />
      <LeafOffField {...form.field("leaf_off")} latitude={region?.center?.[1] ?? null} />
      <BoundaryEditor
        {...form.field("boundary")}
        optional
        label={t("boundary")}
        hint={t("boundary:moves")}
        start={region?.bbox ?? null}
        own={region && { kind: "region", id: region.id }}
      />
      <ConfirmGardens {...form.field("confirm_gardens")} />
    </FormPanel>
  );
}
