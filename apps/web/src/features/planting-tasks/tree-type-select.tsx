import type { PlantTreeReport } from "@nihol/contract/planting/plant-tree-reports";
import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form/form.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";

type Props = FieldProps<number | null> & { task: PlantTreeTask; row?: PlantTreeReport };

/** Chooses the type that was planted: any for those who see the list, else one that the task asks for. */
export function TreeTypeSelect({ task, row, ...field }: Props) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  const maySeeTypes = useHolds("planttreetype.view");
  if (maySeeTypes)
    return <ReferenceField {...field} label={t("tree_type")} path={paths.plantTreeType} />;
  const types = task.items.map(({ tree_type }) => tree_type);
  if (row && !types.some(({ id }) => id === row.tree_type.id)) types.push(row.tree_type);
  return (
    <SelectField
      {...field}
      label={t("tree_type")}
      value={field.value === null ? undefined : String(field.value)}
      onChange={(id) => field.onChange(Number(id))}
      options={types.map(({ id, name }) => ({ value: String(id), label: format.name(name) }))}
    />
  );
}
