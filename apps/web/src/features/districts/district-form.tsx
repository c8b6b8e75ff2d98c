import type { District } from "@nihol/contract/territory";
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
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextField } from "../../ui/form/text-field.tsx";

const api = resourceApi(paths.district, paths.region);

type Props = {
  district?: District;
  /** The region the list is filtered by, where a new district most likely belongs. */
  region?: string;
  onClose: () => void;
  onSaved: (id: string) => void;
};

export function DistrictForm({ district, region, onClose, onSaved }: Props) {
  const { t } = useTranslation(["territory", "boundary", "app"]);
  const format = useFormat();
  const boundary: MultiPolygon | null = district?.boundary ?? null;
  const form = useForm({
    draft: `district:${district?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/territory")).districts.create,
    initial: {
      name: district?.name ?? emptyNames,
      code: district?.code ?? "",
      region: district?.region.id ?? (region ? Number(region) : null),
      kind: district?.kind ?? "district",
      boundary,
      confirm_gardens: false,
    },
    submit: async (values) => {
      const saved = district
        ? await api.patch(district.id, changesOf(values, { boundary, confirm_gardens: false }))
        : await api.create(values);
      toast.success(district ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      wide
      title={district ? format.name(district.name) : t("district_new")}
      form={form}
      action={district ? undefined : t("app:create")}
      onClose={onClose}
    >
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <ReferenceField {...form.field("region")} label={t("region")} path={paths.region} />
      <div className="field-row">
        <SelectField
          {...form.field("kind")}
          label={t("kind")}
          options={[
            { value: "district", label: t("kind_district") },
            { value: "city", label: t("kind_city") },
          ]}
        />
        <TextField {...form.field("code")} label={t("code")} hint={t("code_hint")} optional />
      </div>
      <BoundaryEditor
        {...form.field("boundary")}
        optional
        label={t("boundary")}
        hint={t("boundary:moves")}
        start={district?.bbox ?? null}
        own={district && { kind: "district", id: district.id }}
      />
      <ConfirmGardens {...form.field("confirm_gardens")} />
    </FormPanel>
  );
}
