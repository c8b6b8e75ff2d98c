import type { ReactNode } from "react";
import { Button } from "../button.tsx";

/** Of a query that comes page by page. */
type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

type Props = { query: Pages; className?: string; children: ReactNode };

/** Fetches the next page of a list that grows downwards; nothing where there is none. */
export function MoreButton({ query, className, children }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      size="sm"
      className={className}
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children}
    </Button>
  );
}
