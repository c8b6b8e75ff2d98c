import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";

type Props<Row extends { id: number }> = {
  label: string;
  query: UseQueryResult<{ count: number; results: Row[] }>;
  icon: ReactNode;
  empty: string;
  row: (one: Row) => ReactNode;
  /** Leads to the list of all; `text` says how many there are. */
  all: (text: string) => ReactNode;
};

/** The first records of a garden, and the way to all of them. */
export function HubList<Row extends { id: number }>({
  label,
  query,
  icon,
  empty,
  row,
  all,
}: Props<Row>) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={4} />;
  const { count, results } = query.data;
  if (count === 0) return <EmptyState icon={icon} title={empty} />;
  return (
    <div className="grid gap-3">
      <ul aria-label={label} className="grid divide-y divide-line">
        {results.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-sm">
            {row(one)}
          </li>
        ))}
      </ul>
      <p className="text-sm">{all(t("all_of", { n: format.number(count) }))}</p>
    </div>
  );
}
