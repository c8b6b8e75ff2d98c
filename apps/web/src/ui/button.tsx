import type { ComponentProps, ReactNode } from "react";
import { cx } from "../lib/cx.ts";

type ButtonTone = "primary" | "plain" | "quiet" | "danger";

// Words of a button that cannot be pressed now stay readable; a busy one keeps its colour.
const asleep =
  "disabled:not-aria-busy:border-line disabled:not-aria-busy:bg-sunken disabled:not-aria-busy:text-ink-3";

const tones: Record<ButtonTone, string> = {
  primary: "bg-accent text-accent-ink hover:not-disabled:bg-accent-strong border-transparent",
  plain: "bg-surface text-ink border-line-strong hover:not-disabled:bg-sunken",
  quiet:
    "bg-transparent text-ink-2 border-transparent hover:not-disabled:bg-sunken hover:not-disabled:text-ink",
  danger: "bg-act text-surface border-transparent hover:not-disabled:opacity-90",
};

/** The classes of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone = "plain", size: "sm" | "md" = "md"): string {
  const box = size === "sm" ? "h-8 px-2.5 text-sm" : "h-9 px-3.5";
  return cx(
    "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap pointer-coarse:min-h-11 pointer-coarse:min-w-11 [&>svg]:shrink-0",
    asleep,
    box,
    tones[tone],
  );
}

/** The classes of a link that looks like one: within text, a list, a table. */
export const textLink = "font-medium text-accent underline-offset-2 hover:underline";

type Props = ComponentProps<"button"> & {
  tone?: ButtonTone;
  size?: "sm" | "md";
  icon?: ReactNode;
  /** Work is under way: the button waits and says so. */
  busy?: boolean;
};

export function Button({ tone, size, icon, busy, className, children, disabled, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cx(buttonClass(tone, size), className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent"
    />
  );
}
