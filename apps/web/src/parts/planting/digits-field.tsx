import { FieldError } from "../../ui/form/field.tsx";

/** Only digits become a count, whatever is typed or pasted. */
const countOf = (text: string): number | null => {
  const digits = text.replace(/\D/g, "").slice(0, 9);
  return digits === "" ? null : Number(digits);
};

type DigitsProps = {
  name: string;
  label: string;
  placeholder: string;
  value: number | null;
  onChange: (value: number | null) => void;
  error: string | undefined;
};

/** A whole number, or nothing. */
export function DigitsField({ name, label, placeholder, value, onChange, error }: DigitsProps) {
  return (
    <div className="grid gap-1">
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        name={name}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        placeholder={placeholder}
        value={value ?? ""}
        onChange={(event) => onChange(countOf(event.target.value))}
        className="control numeric text-end"
      />
      {error && <FieldError text={error} />}
    </div>
  );
}
