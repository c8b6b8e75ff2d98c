import type { Notice } from "@nihol/contract/notices";
import { noticeAddress } from "@nihol/contract/values/notices";
import { paths } from "@nihol/contract/values/paths";
import { noticeParams, noticeText } from "@nihol/locales/notice-facts";
import { useRouter } from "@tanstack/react-router";
import { Mail, MailOpen } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useDownload } from "../../parts/records/use-download.ts";
import { IconButton } from "../../ui/icon-button.tsx";

type Props = {
  notice: Notice;
  onRead: (read: boolean) => void;
};

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Row of one notice: its words lead to the record that it is about. */
export function NoticeRow({ notice, onRead }: Props) {
  const { t } = useTranslation(["notices", "monitoring", "verdicts"]);
  const format = useFormat();
  const parameters = useParameters();
  const isUnread = notice.read_at === null;
  const params = noticeParams(notice.facts, format.language, {
    parameter: parameters.name,
    verdict: (code) => t(`verdicts:verdict_${code}`),
  });
  return (
    <li className="flex items-start gap-2 py-2.5">
      <span
        aria-hidden
        className={cx("mt-2 size-2 shrink-0 rounded-full", isUnread && "bg-accent")}
      />
      <div className="min-w-0 grow text-sm">
        <NoticeLink notice={notice} onRead={onRead}>
          <span lang="mul" className={cx("break-words", isUnread && "font-medium")}>
            {t(noticeText(notice.kind, notice.facts), params)}
          </span>
        </NoticeLink>
        <p className="text-xs text-ink-3">
          {isUnread && <span className="sr-only">{t("unread_one")}, </span>}
          <time dateTime={notice.created_at} title={format.dateTime(notice.created_at)}>
            {format.ago(notice.created_at)}
          </time>
        </p>
      </div>
      <IconButton
        label={t(isUnread ? "mark_read" : "mark_unread")}
        onClick={() => onRead(isUnread)}
      >
        {isUnread ? <MailOpen /> : <Mail />}
      </IconButton>
    </li>
  );
}

const linkClass = "block w-full rounded text-start hover:text-accent";

function NoticeLink({ notice, onRead, children }: Props & { children: ReactNode }) {
  const { t } = useTranslation("notices");
  const router = useRouter();
  const { busy, download } = useDownload(t("making_file"));
  const address = noticeAddress(notice.subject, notice.subject_id, notice.facts);
  const read = () => notice.read_at === null && onRead(true);

  if (address === null)
    return (
      <button
        type="button"
        disabled={busy}
        className={linkClass}
        onClick={() => {
          read();
          void download(`${paths.export}/${notice.subject_id}/file`, {}, String(notice.facts.file));
        }}
      >
        {children}
      </button>
    );

  function handleClick(event: MouseEvent) {
    read();
    if (!isPlainClick(event)) return;
    event.preventDefault();
    router.history.push(address ?? "");
  }
  return (
    <a href={address} className={linkClass} onClick={handleClick}>
      {children}
    </a>
  );
}
