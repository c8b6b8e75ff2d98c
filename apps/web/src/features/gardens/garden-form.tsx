import type { Garden } from "@nihol/contract/gardens";
import { soilTypes } from "@nihol/contract/values/gardens";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { type FieldProps, useForm } from "../../lib/form/form.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";

import { BoundaryEditor } from "../../map/drawing/boundary-editor.tsx";
import { emptyNames, NamesField } from "../../parts/records/names-field.tsx";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { TerritoryFields } from "../../parts/territory/territory-fields.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";

const api = resourceApi(paths.garden, paths.statistics);

type Props = { garden?: Garden; onClose: () => void; onSaved: (id: string) => void };

/** Making and changing a garden: its boundary first, since the district follows from it. */
export function GardenForm({ garden, onClose, onSaved }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const maySeeMinistries = useHolds("ministry.view");
  const maySeeRegions = useHolds("region.view");
  const maySeeDistricts = useHolds("district.view");
  const form = useForm({
    draft: `garden:${garden?.id ?? "new"}`,
    schema: async () => (await import("@nihol/contract/gardens")).gardens.create,
    initial: {
      boundary: garden?.boundary ?? null,
      name: garden?.name ?? emptyNames,
      soil_type: garden?.soil_type ?? null,
      ministry: garden?.ministry?.id ?? null,
      region: garden?.region?.id ?? null,
      district: garden?.district?.id ?? null,
      confirm_large: false,
    },
    submit: async (values) => {
      const saved = garden ? await api.patch(garden.id, values) : await api.create(values);
      toast.success(garden ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      wide
      title={garden ? (format.name(garden.name) ?? "") : t("garden_new")}
      form={form}
      action={garden ? undefined : t("app:create")}
      onClose={onClose}
    >
      <BoundaryEditor
        {...form.field("boundary")}
        label={t("boundary")}
        start={garden?.bbox ?? null}
        own={garden && { kind: "garden", id: garden.id }}
        asGarden={{ garden: garden?.id, ministry: form.values.ministry ?? undefined }}
      />
      <ConfirmLarge {...form.field("confirm_large")} />
      <NamesField {...form.field("name")} errorOf={form.errorOf} />
      <SelectField
        {...form.field("soil_type")}
        value={form.values.soil_type ?? ""}
        onChange={(soil) => form.set("soil_type", soil || null)}
        label={t("soil_type")}
        options={[
          { value: "", label: t("soil_unknown") },
          ...soilTypes.map((one) => ({ value: one, label: t(`soil_${one}`) })),
        ]}
        optional
      />
      {maySeeMinistries && (
        <ReferenceField
          {...form.field("ministry")}
          label={t("ministry")}
          path={paths.ministry}
          optional
        />
      )}
      {maySeeRegions && maySeeDistricts && (
        <TerritoryFields
          region={{ ...form.field("region"), label: t("region"), hint: t("territory_hint") }}
          district={{ ...form.field("district"), label: t("district") }}
        />
      )}
    </FormPanel>
  );
}

/** Asked for once the server has said that the garden is larger than gardens are. */
function ConfirmLarge({ value, onChange, error }: FieldProps<boolean>) {
  const { t } = useTranslation("gardens");
  if (!value && !error) return null;
  return (
    <div>
      {error && <FieldError text={error} />}
      <Checkbox checked={value} onChange={onChange}>
        {t("confirm_large")}
      </Checkbox>
    </div>
  );
}
