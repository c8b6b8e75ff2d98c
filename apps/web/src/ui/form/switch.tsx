import { Switch as Base } from "@base-ui/react/switch";

type Props = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: string;
  disabled?: boolean;
};

/** Something that is on or off at once. */
export function Switch({ checked, onChange, label, hint, disabled }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI puts its input inside
    <label className="flex min-h-9 items-center justify-between gap-3 text-sm pointer-coarse:min-h-11">
      <span>
        <span className="font-medium text-ink-2">{label}</span>
        {hint && <span className="block text-xs text-ink-3">{hint}</span>}
      </span>
      <Base.Root
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        className="flex h-5 w-9 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors data-checked:bg-accent data-disabled:opacity-50"
      >
        <Base.Thumb className="size-4 rounded-full bg-surface transition-transform data-checked:translate-x-4" />
      </Base.Root>
    </label>
  );
}
