import type { ReactNode } from "react";
import { cx } from "../../lib/cx.ts";

type Props = {
  /** PageHeader, toolbar, table, one under the other. */
  children: ReactNode;
  /** A SidePanel while something is open. */
  panel?: ReactNode;
};

/**
 * A list that fills the screen, and beside it what is open. Where the screen is low the list is as long as its rows, and
 * the whole of it scrolls. Its parts ask how wide the list itself
 * is (`@max-3xl/list:`): beside an open panel it is narrow on any screen. On paper stands the whole
 * list, or only what is open.
 */
export function ListLayout({ children, panel }: Props) {
  return (
    <div className={cx("flex h-full min-h-0 print:block print:h-auto", !panel && "low:h-auto")}>
      <div
        className={cx(
          "@container/list flex min-h-0 min-w-0 grow flex-col bg-surface",
          panel ? "print:hidden" : "print:block",
        )}
      >
        {children}
      </div>
      {panel}
    </div>
  );
}

/**
 * Of a button at the end of a toolbar, and of its words: where a list of a laptop's width has three filters or more, the
 * button's symbol stands for it, so that all stands in one line.
 */
export const besideFilters = {
  button:
    "group-has-[[data-filters]>:nth-child(3_of_:not([aria-hidden]))]/toolbar:@max-7xl/list:px-2.5",
  words:
    "group-has-[[data-filters]>:nth-child(3_of_:not([aria-hidden]))]/toolbar:@max-7xl/list:sr-only",
};

/**
 * The one row above a list: search first, then filters, which go on in further lines where they do not fit; at the end
 * of the first line what is done to the whole list.
 */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div
      data-print="no"
      className="group/toolbar flex flex-wrap items-start gap-2 px-5 pb-3 @max-sm/list:px-4"
    >
      <div className="flex min-w-40 flex-1 flex-wrap items-center gap-2">{children}</div>
      {end && <div className="ms-auto flex shrink-0 gap-2">{end}</div>}
    </div>
  );
}
