import type { ReactNode } from "react";

/** Facts of one thing: `<KeyValues><KeyValue label="…">…</KeyValue></KeyValues>`. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className="grid divide-y divide-line">{children}</dl>;
}

export function KeyValue({ label, children }: { label: string; children: ReactNode }) {
  const empty =
    children === null || children === undefined || children === false || children === "";
  return (
    <div className="grid grid-cols-[minmax(7rem,2fr)_3fr] gap-3 max-sm:grid-cols-[minmax(6.5rem,1fr)_2fr] py-2 text-sm">
      <dt className="text-ink-3">{label}</dt>
      {/* For a finger a link alone is as high as its line with the room around it. */}
      <dd className="min-w-0 break-words pointer-coarse:[&>:is(a,button):only-child]:-my-2">
        {empty ? <span className="text-ink-3">–</span> : children}
      </dd>
    </div>
  );
}

/** Keys of the keyboard, each beside what it does. */
export function KeyList({ keys }: { keys: readonly (readonly [key: string, text: string])[] }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
      {keys.map(([key, text]) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="inline-block min-w-7 rounded border border-line bg-sunken px-1.5 text-center font-sans text-xs leading-6">
              {key}
            </kbd>
          </dt>
          <dd className="leading-6">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
