import { Checkbox as Base } from "@base-ui/react/checkbox";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";

type BoxProps = {
  checked: boolean;
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Left out where words around it name it. */
  label?: string;
  className?: string;
};

/** The box alone, named for those who do not see what stands around it. */
export function CheckBox({
  checked,
  indeterminate,
  onChange,
  disabled,
  label,
  className,
}: BoxProps) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      indeterminate={indeterminate}
      disabled={disabled}
      onCheckedChange={onChange}
      className={cx(boxClass, className)}
    >
      <Base.Indicator className="flex text-accent-ink">
        {indeterminate ? (
          <Minus className="size-3.5" />
        ) : (
          <Check className="size-3.5" strokeWidth={3} />
        )}
      </Base.Indicator>
    </Base.Root>
  );
}

const boxClass =
  "flex size-4.5 shrink-0 items-center justify-center rounded border border-line-strong bg-surface data-checked:border-accent data-checked:bg-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-disabled:opacity-50 pointer-coarse:size-6";

type Props = Omit<BoxProps, "label" | "className"> & { children: ReactNode };

/** A box with its words; the words press it too. */
export function Checkbox({ checked, indeterminate, onChange, disabled, children }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Base UI puts its input inside
    <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
      <CheckBox
        checked={checked}
        indeterminate={indeterminate}
        onChange={onChange}
        disabled={disabled}
      />
      {children}
    </label>
  );
}
