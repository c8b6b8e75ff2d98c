import type { ReactNode } from "react";

type Props = { label: ReactNode; value: ReactNode; unit?: ReactNode; note?: ReactNode };

/** Shows a figure with its unit in a weaker tone, and where it comes from. */
export function Stat({ label, value, unit, note }: Props) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="numeric text-xl font-semibold tracking-tight">
        {value}
        {unit && <span className="ms-1 text-sm font-normal text-ink-3">{unit}</span>}
      </dd>
      {note && <dd className="text-xs text-ink-3">{note}</dd>}
    </div>
  );
}

/** Figures side by side. */
export function Stats({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-x-6 gap-y-4">
      {children}
    </dl>
  );
}
