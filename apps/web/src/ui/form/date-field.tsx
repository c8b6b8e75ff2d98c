import { useState } from "react";
import { DateBox, type DateBoxProps } from "./date-box.tsx";
import { Field, type FieldLabels } from "./field.tsx";

type Shared = Omit<FieldLabels, "optional"> & {
  name: string;
  value: string | null | undefined;
} & Pick<DateBoxProps, "min" | "max" | "disabled">;

type Props = Shared &
  (
    | { optional?: false; onChange: (value: string) => void }
    /** May stay empty, and is null then. */
    | { optional: true; onChange: (value: string | null) => void }
  );

/**
 * A labelled date, `YYYY-MM-DD`: `<DateField {...form.field("date")} label=… />`. What cannot be
 * read as a date is said below it and handed on as it is, so that the form's schema refuses it.
 */
export function DateField({ label, hint, error, ...field }: Props) {
  const [complaint, setComplaint] = useState<string>();
  const { optional, name, value, min, max, disabled } = field;
  const handleChange = (next: string) => {
    if (field.optional) field.onChange(next || null);
    else field.onChange(next);
  };
  return (
    <Field label={label} hint={hint} error={complaint ?? error} optional={optional}>
      {(control) => (
        <DateBox
          {...control}
          {...{ name, value, min, max, disabled }}
          clearable={optional}
          onChange={handleChange}
          onComplaint={setComplaint}
        />
      )}
    </Field>
  );
}
