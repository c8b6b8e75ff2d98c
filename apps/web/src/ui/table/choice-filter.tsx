import { filterWidth, type Option, SelectBox } from "../form/select-field.tsx";

type Props<T extends string> = {
  label: string;
  /** Text that stands there while it filters nothing: "All types". */
  any: string;
  value: string | undefined;
  options: readonly Option<T>[];
  onChange: (value: T | undefined) => void;
};

/** A filter by one of a few values, for toolbars. */
export function ChoiceFilter<T extends string>({ label, any, value, options, onChange }: Props<T>) {
  return (
    <SelectBox<string>
      aria-label={label}
      className={filterWidth}
      value={value ?? ""}
      onChange={(next) => onChange(options.find((one) => one.value === next)?.value)}
      options={[{ value: "", label: any }, ...options]}
    />
  );
}
