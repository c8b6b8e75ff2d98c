import { conditionFilters } from "@nihol/contract/values/devices";
import { useTranslation } from "react-i18next";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";

type Props = { value: string | undefined; onChange: (next: string | undefined) => void };

/** Shows what the newest values of a device ask for. */
export function ConditionFilter({ value, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  return (
    <ChoiceFilter
      label={t("condition")}
      any={t("any_condition")}
      value={value}
      onChange={onChange}
      options={conditionFilters
        .filter((one) => one !== "retired")
        .map((one) => ({ value: one, label: t(`condition_${one}`) }))}
    />
  );
}
