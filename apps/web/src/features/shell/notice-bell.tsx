import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { IconButton } from "../../ui/icon-button.tsx";

/** How often the number is asked for while the page is in sight. */
const everyMs = 60_000;
/** The server counts no further. */
const countedMax = 100;

type Props = { isOpen: boolean; onPress: () => void };

/** How many notices are unread, and the way to them. */
export function NoticeBell({ isOpen, onPress }: Props) {
  const { t } = useTranslation("app");
  const { data } = useQuery({
    queryKey: [paths.notice, "count"],
    queryFn: ({ signal }) => ask("GET /notice/count", { signal }),
    refetchInterval: everyMs,
  });
  const unread = data?.unread ?? 0;
  const shown = unread >= countedMax ? `${countedMax - 1}+` : String(unread);
  const label = unread > 0 ? t("bell_unread", { n: shown }) : t("bell");
  return (
    <>
      <IconButton
        label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={onPress}
        className="relative"
      >
        <Bell />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-2xs font-semibold text-accent-ink"
          >
            {shown}
          </span>
        )}
      </IconButton>
      <span role="status" className="sr-only">
        {unread > 0 && label}
      </span>
    </>
  );
}
