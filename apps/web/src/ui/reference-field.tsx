import { Field, type FieldLabels } from "./field.tsx";
import { ReferenceBox, type ReferenceBoxProps } from "./reference-box.tsx";

type Props = FieldLabels &
  Pick<ReferenceBoxProps, "path" | "filters" | "value" | "onChange" | "disabled"> & {
    name: string;
  };

/** A form's field for another record, found by typing. */
export function ReferenceField({ label, hint, error, optional, ...box }: Props) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <ReferenceBox {...box} label={label} clearable={optional} control={control} />}
    </Field>
  );
}
