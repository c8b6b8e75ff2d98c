import { Select } from "@base-ui/react/select";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { Field, type FieldLabels } from "./field.tsx";
import { SelectArrow, SelectPopup } from "./select-parts.tsx";

export type Option<T extends string = string> = { value: T; label: string };

type SelectProps<T extends string> = {
  id?: string;
  name?: string;
  value: T | null | undefined;
  onChange: (value: T) => void;
  options: readonly Option<T>[];
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
};

/** Width of a filter: filters share the line, up to a few words each where there is much room. */
export const filterWidth =
  "w-auto! flex-[1_1_9rem] max-w-46 max-sm:max-w-none @max-3xl/list:max-w-none";

/** Chooses one of a few values, without a label of its own: for toolbars. */
export function SelectBox<T extends string>({
  value,
  onChange,
  options,
  placeholder,
  className,
  name,
  disabled,
  ...aria
}: SelectProps<T>) {
  const { t } = useTranslation("app");
  return (
    <Select.Root
      name={name}
      disabled={disabled}
      items={options}
      value={value ?? null}
      onValueChange={(next) => next !== null && onChange(next as T)}
      modal={false}
    >
      <Select.Trigger
        {...aria}
        className={cx("control flex items-center justify-between gap-2 text-start", className)}
      >
        {/* While the options are still coming, the bare id of what is chosen says nothing to anybody. */}
        <Select.Value className="truncate data-placeholder:text-ink-3" placeholder={placeholder}>
          {(chosen: T | null) =>
            options.find((option) => option.value === chosen)?.label ?? placeholder ?? "…"
          }
        </Select.Value>
        <SelectArrow />
      </Select.Trigger>
      <SelectPopup label={aria["aria-label"] ?? t("choices")}>
        {options.map((option) => (
          <Select.Item key={option.value} value={option.value} className="option">
            <Select.ItemText className="grow">{option.label}</Select.ItemText>
            <Select.ItemIndicator>
              <Check className="size-3.5 text-accent" />
            </Select.ItemIndicator>
          </Select.Item>
        ))}
      </SelectPopup>
    </Select.Root>
  );
}

type Props<T extends string> = FieldLabels & Omit<SelectProps<T>, "id" | "aria-label">;

export function SelectField<T extends string>({
  label,
  hint,
  error,
  optional,
  ...select
}: Props<T>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <SelectBox {...select} {...control} />}
    </Field>
  );
}
