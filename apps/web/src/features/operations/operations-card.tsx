import { type ReactNode, useId } from "react";

type Props = { title: string; tools?: ReactNode; children: ReactNode };

/** One part of the page, with its name. */
export function OperationsCard({ title, tools, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 content-start gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
