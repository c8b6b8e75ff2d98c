import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";

type Props<Row> = {
  query: UseInfiniteQueryResult<InfiniteData<{ count: number; results: Row[] }>>;
  /** In place of rows where there are none. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
};

/** Rows that are fetched page by page, each below those that are shown. */
export function HubPages<Row>({ query, empty, children }: Props<Row>) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={6} />;
  const rows = query.data.pages.flatMap(({ results }) => results);
  if (rows.length === 0) return empty;
  const left = (query.data.pages[0]?.count ?? 0) - rows.length;
  return (
    <div className="grid gap-3">
      {children(rows)}
      {query.hasNextPage && (
        <div>
          <Button
            size="sm"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("show_more", { n: format.number(left) })}
          </Button>
        </div>
      )}
    </div>
  );
}
