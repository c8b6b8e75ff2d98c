import { useFormat } from "../lib/text/format.ts";

type Props = {
  /** Name of what is being done. */
  label: string;
  /** 0 to 1; missing while the length is not known. */
  share?: number | null;
  /** Note beyond the share: how long, how much is done. */
  note?: string;
};

export function Progress({ label, share, note }: Props) {
  const format = useFormat();
  const known = share !== undefined && share !== null;
  return (
    <div className="grid gap-1 text-sm">
      <div className="flex justify-between gap-3">
        <span className="text-ink-2">{label}</span>
        {known && <span className="numeric">{format.share(share, 0)}</span>}
      </div>
      <ProgressBar label={label} share={share} />
      {note && <p className="text-xs text-ink-3">{note}</p>}
    </div>
  );
}

/** The bar alone, for table cells. */
export function ProgressBar({ label, share }: { label: string; share?: number | null }) {
  const known = share !== undefined && share !== null;
  return (
    <progress
      aria-label={label}
      max={1}
      value={known ? Math.min(1, Math.max(0, share)) : undefined}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
    />
  );
}
