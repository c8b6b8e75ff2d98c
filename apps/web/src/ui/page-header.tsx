import type { ReactNode } from "react";
import { useDocumentTitle } from "../lib/navigation/document-title.ts";

type Props = { title: string; text?: ReactNode; actions?: ReactNode };

/** The screen's name, what it is for, and its one main action. Breadcrumbs stand in the top bar. */
export function PageHeader({ title, text, actions }: Props) {
  useDocumentTitle(title);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 pt-4 pb-3 @max-sm/list:px-4">
      <div className="min-w-0 flex-1 basis-56">
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {text && <p className="max-w-2xl text-sm text-ink-2 low:hidden">{text}</p>}
      </div>
      {actions && (
        <div data-print="no" className="flex flex-wrap gap-2">
          {actions}
        </div>
      )}
    </header>
  );
}
