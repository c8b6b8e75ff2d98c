import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { Badge } from "../../ui/badge.tsx";
import { HomeCard, shownRows } from "./home-card.tsx";

/** Open cases, those whose deadline is nearest first. */
export function CasesCard() {
  const { t } = useTranslation(["home", "violations"]);
  const search = { state: "open", ordering: "due_date" } as const;
  const query = useQuery(recordsQuery(paths.violation, { ...search, page_size: shownRows }));
  return (
    <HomeCard
      title={t("cases")}
      all={{ to: "/admin/violation", search }}
      query={query}
      none={t("cases_none")}
      row={(one) => ({
        id: one.id,
        to: "/admin/violation",
        search: { open: String(one.id) },
        name: (
          <>
            <span className="numeric text-ink-3">{one.number}</span>{" "}
            <span lang="mul">{one.title}</span>
          </>
        ),
        detail: one.overdue ? (
          <Badge tone="act" shape="failed">
            {t("violations:overdue")}
          </Badge>
        ) : (
          t(`violations:state_${one.state}`)
        ),
      })}
    />
  );
}
