import { useMissingRight } from "../../lib/permissions.ts";
import { Field, type FieldLabels } from "../../ui/form/field.tsx";
import { ReferenceBox, type ReferenceBoxProps } from "../../ui/form/reference-box.tsx";
import { LockedField } from "../permissions/missing-right.tsx";

type Props = FieldLabels &
  Pick<ReferenceBoxProps, "path" | "filters" | "value" | "onChange" | "disabled"> & {
    name: string;
  };

/** A form's field for another record, found by typing. */
export function ReferenceField({ label, hint, error, optional, ...box }: Props) {
  const missing = useMissingRight(box.path);
  if (missing) return <LockedField label={label} right={missing} error={error} />;
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <ReferenceBox {...box} label={label} clearable={optional} control={control} />}
    </Field>
  );
}
