import type { NoticeSubject } from "@nihol/contract/values/notices";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import type { ScreenId } from "../../lib/navigation/screens.ts";
import { useHolds } from "../../lib/permissions.ts";

/** Milliseconds between two questions for the numbers while the page is in sight. */
const everyMs = 60_000;
/** The server counts no further. */
const countedMax = 100;

/** Number of unread notices, and of what they are. */
export function useUnread() {
  return useQuery({
    queryKey: [paths.notice, "count"],
    queryFn: ({ signal }) => ask("GET /notice/count", { signal }),
    refetchInterval: everyMs,
  }).data;
}

/**
 * Number of devices within the reader's scope that need attention, as their list counts them; 0 for who may not see
 * devices.
 */
export function useDevicesInNeed(): number {
  const may = useHolds("device.view");
  const { data } = useQuery({
    ...recordsQuery(paths.device, { condition: "attention", page_size: 1 }),
    enabled: may,
    refetchInterval: everyMs,
  });
  return data?.count ?? 0;
}

/** The number as it stands on a badge. */
export const badgeText = (n: number): string =>
  n >= countedMax ? `${countedMax - 1}+` : String(n);

/** The screen on which the row of a notice is read, where its entry counts notices; of a file there is none. */
const screenOf: Record<NoticeSubject, ScreenId | null> = {
  task: "tree_task",
  violation: "violation",
  // Its number is that of the devices that need attention now.
  device: null,
  image: "image_processing_ai",
  verdict: "verdicts",
  alert: "alert",
  rule: "alert",
  source: "dates_to_check",
  period: "report_by_region",
  export: null,
  backup: "operations",
};

/** Number of the unread that tell of rows of this screen. */
export function unreadOf(
  subjects: Partial<Record<NoticeSubject, number>>,
  screen: ScreenId,
): number {
  let sum = 0;
  for (const [subject, n] of Object.entries(subjects))
    if (screenOf[subject as NoticeSubject] === screen) sum += n;
  return sum;
}
