import { noticeDays, noticeGroups, noticeGroupsOf } from "@nihol/contract/values/notices";
import { isBuiltInRole } from "@nihol/contract/values/permissions";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CheckCheck, Settings2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { useAside } from "../../lib/navigation/use-aside.ts";
import { AsideDialog } from "../../ui/aside-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel, useFailureText } from "../../ui/error-panel.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { MailTrouble } from "./mail-trouble.tsx";
import { NoticeRow } from "./notice-row.tsx";
import { type NoticeFilter, noticesQuery, setNoticesRead, shownOnce } from "./notices-data.ts";

/** Notices of a person, beside the screen, which stays usable. */
export default function NoticesPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["notices", "app"]);
  const [filter, setFilter] = useState<NoticeFilter>({ kind: "", unread: false });
  const aside = useAside();
  const isAdministrator = isBuiltInRole(useUser().userData?.role ?? "");
  const failureText = useFailureText();
  const handleRead = (ids: number[] | null, read: boolean) =>
    void setNoticesRead(ids, read).catch((error) => toast.error(failureText(error)));
  return (
    <AsideDialog
      title={t("title")}
      width="w-[min(28rem,100vw)]"
      onClose={onClose}
      tools={
        <div className="ms-auto flex gap-1">
          <IconButton label={t("mark_all")} onClick={() => handleRead(null, true)}>
            <CheckCheck />
          </IconButton>
          <IconButton
            label={t("choose")}
            onClick={() => aside.change({ me: "notices", notices: undefined })}
          >
            <Settings2 />
          </IconButton>
        </div>
      }
    >
      {isAdministrator && <MailTrouble />}
      <Filters filter={filter} isAdministrator={isAdministrator} onChange={setFilter} />
      <Notices filter={filter} onRead={(id, read) => handleRead([id], read)} />
    </AsideDialog>
  );
}

type FiltersProps = {
  filter: NoticeFilter;
  isAdministrator: boolean;
  onChange: (filter: NoticeFilter) => void;
};

function Filters({ filter, isAdministrator, onChange }: FiltersProps) {
  const { t } = useTranslation("notices");
  const kinds = noticeGroupsOf(isAdministrator).flatMap((group) => [...noticeGroups[group]]);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-5 py-2">
      <Segmented
        label={t("shown")}
        value={filter.unread ? "unread" : "all"}
        onChange={(shown) => onChange({ ...filter, unread: shown === "unread" })}
        options={[
          { value: "all", label: t("all") },
          { value: "unread", label: t("unread") },
        ]}
      />
      <SelectBox
        aria-label={t("kind")}
        value={filter.kind}
        onChange={(kind) => onChange({ ...filter, kind })}
        options={[
          { value: "" as const, label: t("any_kind") },
          ...kinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) })),
        ]}
        className="min-w-0 flex-[1_1_9rem]"
      />
    </div>
  );
}

type ListProps = { filter: NoticeFilter; onRead: (id: number, read: boolean) => void };

function Notices({ filter, onRead }: ListProps) {
  const { t } = useTranslation("notices");
  const query = useInfiniteQuery(noticesQuery(filter));
  const rows = shownOnce(query.data?.pages.flatMap(({ results }) => results) ?? []);
  const isFiltered = filter.kind !== "" || filter.unread;
  return (
    <section
      aria-label={t("list")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be reached by keyboard
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto px-5 py-1"
    >
      {query.isPending && <SkeletonLines lines={8} />}
      {query.isError && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && rows.length === 0 && (
        <EmptyState
          title={t(isFiltered ? "none_fits" : "none")}
          text={isFiltered ? undefined : t("none_text", { days: noticeDays })}
        />
      )}
      {rows.length > 0 && (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {rows.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onRead={(read) => onRead(notice.id, read)} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          className="my-3"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("more")}
        </Button>
      )}
    </section>
  );
}
