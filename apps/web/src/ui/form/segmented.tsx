import type { ReactNode } from "react";

type Segment<T extends string> = { value: T; label: string; icon?: ReactNode };

type Props<T extends string> = {
  /** Names the choice for screen readers. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly Segment<T>[];
};

/** Chooses one of two to five short words, all in sight. */
export function Segmented<T extends string>({ label, value, onChange, options }: Props<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a box and a legend
    <div
      role="group"
      aria-label={label}
      className="inline-flex flex-wrap rounded-md bg-sunken p-0.5"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="inline-flex h-7 items-center gap-1.5 rounded px-2.5 text-sm whitespace-nowrap text-ink-2 @max-lg/list:px-2 @max-lg/list:[&_svg]:hidden hover:text-ink aria-pressed:bg-surface aria-pressed:font-medium aria-pressed:text-ink aria-pressed:shadow-sm pointer-coarse:h-11 [&_svg]:size-3.5"
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}
