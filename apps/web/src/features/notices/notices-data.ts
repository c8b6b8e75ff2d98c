import type { Notice } from "@nihol/contract/notices";
import type { NoticeKind } from "@nihol/contract/values/notices";
import { paths } from "@nihol/contract/values/paths";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";

export interface NoticeFilter {
  kind: NoticeKind | "";
  unread: boolean;
}

const pageSize = 25;

/** Pages of one's notices, newest first; each is asked for when it is wanted. */
export const noticesQuery = ({ kind, unread }: NoticeFilter) =>
  infiniteQueryOptions({
    queryKey: [paths.notice, "list", kind, unread],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      ask("GET /notice", {
        query: {
          page: pageParam,
          page_size: pageSize,
          kind: kind || undefined,
          unread: unread || undefined,
        },
        signal,
      }),
    getNextPageParam: ({ next }, _, page) => (next ? page + 1 : undefined),
  });

/** A page grows while it is read: a notice that moved to the next one is shown once. */
export const shownOnce = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [notice.id, notice])).values(),
];

/** Marks some, or all with null; the count at the bell follows. */
export async function setNoticesRead(ids: number[] | null, read: boolean): Promise<void> {
  await ask("POST /notice/read", { body: { ids, read } });
  await refresh(paths.notice);
}
