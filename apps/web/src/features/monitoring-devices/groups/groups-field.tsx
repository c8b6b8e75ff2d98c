import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../../lib/form/form.ts";
import { MultiSelect } from "../../../ui/form/multi-select.tsx";
import { useDeviceGroups } from "./use-device-groups.ts";

/** Groups in which a device stands; no field while there is no group. */
export function GroupsField({ value, onChange, ...field }: FieldProps<number[]>) {
  const { t } = useTranslation("devices");
  const groups = useDeviceGroups();
  if (groups.length === 0) return null;
  return (
    <MultiSelect
      {...field}
      label={t("groups")}
      optional
      value={value.map(String)}
      onChange={(next) => onChange(next.map(Number))}
      options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
      none={t("groups_none_chosen")}
    />
  );
}
