import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { HomeCard, shownRows } from "./home-card.tsx";

/** Verdicts that wait for a person's decision, for those who may decide. */
export function VerdictsCard() {
  const { t } = useTranslation(["home", "verdicts"]);
  const format = useFormat();
  const may = useHolds("planttreetask.change");
  const search = { state: "waiting" } as const;
  const query = useQuery({
    ...recordsQuery(paths.plantingVerdict, { ...search, page_size: shownRows }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <HomeCard
      title={t("verdicts")}
      all={{ to: "/admin/verdicts", search }}
      query={query}
      none={t("verdicts_none")}
      row={(one) => ({
        id: one.id,
        to: "/admin/verdicts",
        search: { open: String(one.id) },
        name: format.name(one.garden.name),
        detail: one.verdict ? t(`verdicts:verdict_${one.verdict}`) : "–",
      })}
    />
  );
}
