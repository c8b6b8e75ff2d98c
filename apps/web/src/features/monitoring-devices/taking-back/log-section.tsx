import { type ReactNode, useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { FailureNote } from "../../../ui/error-panel.tsx";

type Props<E extends { id: number }> = {
  /** Answer of the server: entries, and whether the reader may write. */
  query: { data: { results: E[]; can: { change: boolean } } | undefined; error: unknown };
  title: string;
  /** Button that adds an entry, where the reader may. */
  add: string;
  icon: ReactNode;
  onAdd: () => void;
  /** Words that stand there while nothing has been written. */
  none: string;
  /** Between the title and the entries. */
  about?: ReactNode;
  /** One entry, with its actions where it stands and the reader may. */
  entry: (one: E, mayChange: boolean) => ReactNode;
  /** Dialogs. */
  children?: ReactNode;
};

/**
 * Part of a device's panel: entries that people wrote about it, and that are taken back rather than deleted. Nothing is
 * shown to readers who may not write while there is none.
 */
export function LogSection<E extends { id: number }>(props: Props<E>) {
  const { query, title, add, icon, onAdd, none, about, entry, children } = props;
  const id = useId();
  if (!query.data) return <FailureNote error={query.error} />;
  const { results, can } = query.data;
  if (results.length === 0 && !can.change) return null;
  return (
    <section className="grid gap-2" aria-labelledby={id}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="text-sm font-semibold">
          {title}
        </h3>
        {can.change && (
          <Button size="sm" icon={icon} onClick={onAdd}>
            {add}
          </Button>
        )}
      </div>
      {about}
      {results.length === 0 ? (
        <p className="text-sm text-ink-2">{none}</p>
      ) : (
        <ul className="grid divide-y divide-line border-y border-line">
          {results.map((one) => (
            <li key={one.id} className="grid gap-1 py-2 text-sm">
              {entry(one, can.change)}
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
