import { cx } from "../lib/cx.ts";

/** A bar in the place of text that is coming. Give it the real width and height. `data-loading` says that it is there. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      data-loading
      className={cx("block animate-pulse rounded bg-sunken", className ?? "h-4 w-24")}
    />
  );
}

/** Lines of text that are coming. */
export function SkeletonLines({ lines = 5 }: { lines?: number }) {
  const widths = ["w-2/3", "w-1/2", "w-3/4", "w-2/5", "w-3/5"];
  return (
    <div aria-hidden className="grid gap-3">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <Skeleton key={line} className={cx("h-4", widths[line % widths.length])} />
      ))}
    </div>
  );
}
