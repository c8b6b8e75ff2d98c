import { TextField } from "../../../ui/form/text-field.tsx";

type Props = {
  name: string;
  label: string;
  value: string;
  onChange: (digits: string) => void;
  error?: string | undefined;
  hint?: string;
  optional?: boolean;
};

/** A whole number, typed on the phone's keypad. */
export function CountInput({ onChange, ...field }: Props) {
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      onChange={(text) => onChange(text.replace(/\D/g, "").slice(0, 7))}
    />
  );
}
