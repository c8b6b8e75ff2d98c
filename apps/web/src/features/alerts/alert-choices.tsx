import { alertKinds, alertSeverities, alertStates } from "@nihol/contract/values/sensors/alerts";
import { useTranslation } from "react-i18next";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import type { Chip } from "../../ui/table/filter-chips.tsx";

const yesNo = ["true", "false"];

/** Filters by one of a few values: their words are `label`, `any_<key>` and `<word>_<value>` of alerts.json. */
const choices = {
  state: { label: "state", values: alertStates },
  acknowledged: { label: "seen", values: yesNo },
  severity: { label: "severity", values: alertSeverities },
  kind: { label: "kind", values: alertKinds },
  mine: { label: "assigned", values: yesNo },
  enabled: { label: "enabled", values: yesNo },
} as const satisfies Record<string, { label: string; values: readonly string[] }>;
export type Choice = keyof typeof choices;
type Chosen = Partial<Record<Choice, string>>;

type Props = { of: readonly Choice[]; value: Chosen; onChange: (next: Chosen) => void };

/** The filters of these names, in their order. */
export function AlertChoices({ of, value, onChange }: Props) {
  const { t } = useTranslation("alerts");
  return of.map((name) => (
    <ChoiceFilter<string>
      key={name}
      label={t(choices[name].label)}
      any={t(`any_${name}`)}
      value={value[name]}
      onChange={(next) => onChange({ [name]: next })}
      options={choices[name].values.map((one) => ({ value: one, label: t(`${name}_${one}`) }))}
    />
  ));
}

/** The chips of those that are on. */
export function useChoiceChips(of: readonly Choice[], value: Chosen): Chip[] {
  const { t } = useTranslation("alerts");
  return of.map((name) => ({
    keys: [name],
    label: t(choices[name].label),
    value: t(`${name}_${value[name]}`),
  }));
}
