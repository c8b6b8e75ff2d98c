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
