import { noticeAddress } from "@nihol/contract/values/notices";
import { paths } from "@nihol/contract/values/paths";
import { noticeParams, noticeText } from "@nihol/locales/notice-facts";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { parseSearch } from "../../lib/navigation/search-params.ts";
import { useParameterRows, useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { HomeCard, shownRows } from "./home-card.tsx";

/** Notices since the last visit, read or not, and those of before that are still unread. */
export function NoticesCard() {
  const { t } = useTranslation(["home", "notices", "monitoring", "verdicts"]);
  const format = useFormat();
  const parameters = useParameters();
  // A name that came later would move what stands below it.
  const isNaming = useParameterRows().isPending;
  const { userData } = useUser();
  const query = useQuery({
    ...recordsQuery(paths.notice, { since_last_visit: "true", page_size: shownRows }),
    enabled: !isNaming,
  });
  const visit = userData?.previous_login;
  const list = { to: "/admin/home", search: { notices: "open" } };
  return (
    <HomeCard
      title={t(visit ? "notices_since" : "notices")}
      all={list}
      query={query}
      none={visit ? t("notices_none_since", { date: format.dateTime(visit) }) : t("notices_none")}
      row={({ id, kind, facts, subject, subject_id, created_at, read_at }) => {
        const address = noticeAddress(subject, subject_id, facts);
        const [to = "", search = ""] = address?.split("?") ?? [];
        return {
          id,
          // A file that is ready has no screen: it is fetched from the list of notices.
          ...(address ? { to, search: parseSearch(search) as Record<string, string> } : list),
          name: (
            <span lang="mul" className={read_at ? undefined : "font-medium"}>
              {t(
                `notices:${noticeText(kind, facts)}`,
                noticeParams(facts, format.language, {
                  parameter: parameters.name,
                  verdict: (code) => t(`verdicts:verdict_${code}`),
                }),
              )}
            </span>
          ),
          detail: format.ago(created_at),
        };
      }}
    />
  );
}
