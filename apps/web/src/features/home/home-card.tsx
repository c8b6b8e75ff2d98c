import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";

/** So many rows of each list stand on the page; the rest is one press away. */
export const shownRows = 5;

type Target = { to: string; search?: Record<string, string> };

type Props<Row> = {
  title: string;
  /** The whole list. */
  all: Target;
  query: UseQueryResult<{ count: number; results: Row[] }>;
  /** Text where there is nothing to do. */
  none: string;
  row: (row: Row) => Target & { id: number; name: ReactNode; detail: ReactNode };
};

/** A list of what waits for somebody: how many, the first ones, and the way to all. */
export function HomeCard<Row>({ title, all, query, none, row }: Props<Row>) {
  const { t } = useTranslation("home");
  const format = useFormat();
  const id = useId();
  const { data } = query;
  const left = data ? data.count - Math.min(shownRows, data.results.length) : 0;
  return (
    <section
      aria-labelledby={id}
      data-waiting={query.isPending || undefined}
      className="rounded-lg border border-line bg-surface"
    >
      <h2
        id={id}
        className="flex items-baseline gap-2 px-4 pt-3 pb-1 font-semibold pointer-coarse:pt-1 pointer-coarse:pb-0"
      >
        <Link {...all} className="hover:text-accent">
          {title}
        </Link>
        {data && <span className="numeric text-ink-3">{format.number(data.count)}</span>}
      </h2>
      <div className="px-4 pb-3">
        {query.isPending && <SkeletonLines lines={3} />}
        {query.isError && !data && (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        )}
        {data?.count === 0 && <p className="py-1 text-sm text-ink-2">{none}</p>}
        <ul className="divide-y divide-line">
          {data?.results.slice(0, shownRows).map((one) => {
            const { id: key, to, search, name, detail } = row(one);
            return (
              <li key={key}>
                <Link
                  to={to}
                  search={search}
                  className="flex min-h-10 items-center gap-3 rounded py-1.5 text-sm pointer-coarse:min-h-11 hover:text-accent"
                >
                  <span className="min-w-0 grow break-words">{name}</span>
                  <span className="shrink-0 text-end text-xs text-ink-2">{detail}</span>
                </Link>
              </li>
            );
          })}
        </ul>
        {left > 0 && (
          <Link
            {...all}
            className="mt-1 inline-flex min-h-8 items-center gap-1 text-sm font-medium text-accent pointer-coarse:min-h-11"
          >
            {t("more", { count: format.number(left) })}
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        )}
      </div>
    </section>
  );
}
