import { type Garden, gardenCreateSchema, gardenPatchSchema } from "@nihol/contract/gardens";
import type { MultiPolygon } from "@nihol/contract/geometry";
import { paths } from "@nihol/contract/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch, post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { useFormat } from "../../lib/format.ts";
import { useHolds } from "../../lib/permissions.ts";
import { refresh } from "../../lib/query-client.ts";
import { FormPanel } from "../../ui/form-panel.tsx";
import { emptyNames, NamesField } from "../../ui/names-field.tsx";
import { ReferenceField } from "../../ui/reference-field.tsx";
import { BoundaryEditor } from "./boundary-editor.tsx";

type Props = { garden?: Garden; onClose: () => void; onSaved: (id: string) => void };

/** Making and changing a garden: its boundary first, since the district follows from it. */
export function GardenForm({ garden, onClose, onSaved }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const maySeeMinistries = useHolds("ministry.view");
  const maySeeRegions = useHolds("region.view");
  const maySeeDistricts = useHolds("district.view");
  const form = useForm({
    schema: garden ? gardenPatchSchema : gardenCreateSchema,
    initial: {
      boundary: (garden?.boundary ?? null) as MultiPolygon | null,
      name: garden?.name ?? emptyNames,
      ministry: garden?.ministry?.id ?? null,
      region: garden?.region?.id ?? null,
      district: garden?.district?.id ?? null,
    },
    submit: async (values) => {
      const saved = garden
        ? await patch<Garden>(`${paths.garden}/${garden.id}`, values)
        : await post<Garden>(paths.garden, values);
      await refresh(paths.garden, paths.statistics);
      toast.success(garden ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  const { region } = form.values;
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
        start={garden?.bbox ?? null}
        garden={garden?.id}
      />
      <NamesField {...form.field("name")} errors={form.errors} />
      {maySeeMinistries && (
        <ReferenceField
          {...form.field("ministry")}
          label={t("ministry")}
          path={paths.ministry}
          optional
        />
      )}
      {maySeeRegions && maySeeDistricts && (
        <div className="grid gap-4 sm:grid-cols-2">
          <ReferenceField
            {...form.field("region")}
            label={t("region")}
            hint={t("territory_hint")}
            path={paths.region}
            optional
          />
          <ReferenceField
            {...form.field("district")}
            label={t("district")}
            path={paths.district}
            filters={region ? { region: String(region) } : undefined}
            optional
          />
        </div>
      )}
    </FormPanel>
  );
}
