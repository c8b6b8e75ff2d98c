import type { ComponentProps } from "react";
import { cx } from "../../lib/cx.ts";
import { Field, type FieldLabels } from "./field.tsx";

type Props = FieldLabels & {
  name: string;
  value: string | null | undefined;
  onChange: (value: string) => void;
  /** Shown inside at the end: a unit. */
  unit?: string;
} & Omit<ComponentProps<"input">, "value" | "onChange" | "name">;

export function TextField({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  unit,
  className,
  ...input
}: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <span className="relative block">
          <input
            type="text"
            {...input}
            {...control}
            value={value ?? ""}
            onChange={(event) => onChange(event.target.value)}
            className={cx("control", unit && "pe-12", className)}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 inset-e-2.5 flex items-center text-sm text-ink-3">
              {unit}
            </span>
          )}
        </span>
      )}
    </Field>
  );
}

type AreaProps = FieldLabels & {
  name: string;
  value: string | null | undefined;
  onChange: (value: string) => void;
  rows?: number;
  /** An example of what is meant, shown while nothing is typed. */
  placeholder?: string;
};

export function TextArea({
  label,
  hint,
  error,
  optional,
  value,
  onChange,
  rows = 3,
  placeholder,
  name,
}: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <textarea
          {...control}
          name={name}
          rows={rows}
          placeholder={placeholder}
          value={value ?? ""}
          onChange={(event) => onChange(event.target.value)}
          className="control py-1.5"
        />
      )}
    </Field>
  );
}
