import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";
import { Tooltip } from "./tooltip.tsx";

type Props = ComponentProps<"button"> & {
  /** Name of its action: read aloud, and shown on hover and focus. */
  label: string;
  children: ReactNode;
};

export function IconButton({ label, className, children, ...rest }: Props) {
  return (
    <Tooltip text={label}>
      <button type="button" aria-label={label} {...rest} className={cx(iconButtonClass, className)}>
        {children}
      </button>
    </Tooltip>
  );
}

export const iconButtonClass =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-2 hover:not-disabled:bg-sunken hover:not-disabled:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-strong disabled:opacity-45 pointer-coarse:size-11 [&_svg]:size-4";
