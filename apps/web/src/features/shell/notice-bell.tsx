import { Bell } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { badgeText, useUnread } from "./use-unread.ts";

type Props = { isOpen: boolean; onPress: () => void };

/** Number of unread notices, and the way to them. */
export function NoticeBell({ isOpen, onPress }: Props) {
  const { t } = useTranslation("app");
  const unread = useUnread()?.unread ?? 0;
  const shown = badgeText(unread);
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
            className="absolute -top-0.5 -inset-e-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-2xs font-semibold text-accent-ink"
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
