import { Select } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Field, type FieldLabels } from "./field.tsx";
import type { Option } from "./select-field.tsx";
import { SelectArrow, SelectPopup } from "./select-parts.tsx";

type Props = FieldLabels & {
  name: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly Option[];
  /** What an empty choice means: "Everywhere". */
  none?: string;
  disabled?: boolean;
};

/** Several of many; says "n/m selected". */
export function MultiSelect({
  label,
  hint,
  error,
  optional,
  name,
  value,
  onChange,
  options,
  none,
  disabled,
}: Props) {
  const { t } = useTranslation("app");
  const text =
    value.length === 0 && none ? none : t("n_selected", { n: value.length, m: options.length });
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <Select.Root
          multiple
          name={name}
          disabled={disabled}
          value={[...value]}
          onValueChange={(next) => onChange(next)}
          modal={false}
        >
          <Select.Trigger
            {...control}
            className="control flex items-center justify-between gap-2 text-left"
          >
            <Select.Value className="numeric truncate">{() => text}</Select.Value>
            <SelectArrow />
          </Select.Trigger>
          <SelectPopup label={label}>
            {options.map((option) => (
              <Select.Item key={option.value} value={option.value} className="option group">
                <span className="flex size-4 items-center justify-center rounded border border-line-strong group-data-selected:border-accent group-data-selected:bg-accent">
                  <Select.ItemIndicator className="flex text-accent-ink">
                    <Check className="size-3" strokeWidth={3} />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText className="grow">{option.label}</Select.ItemText>
              </Select.Item>
            ))}
          </SelectPopup>
        </Select.Root>
      )}
    </Field>
  );
}
