import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { HomeCard, shownRows } from "./home-card.tsx";

/** Images whose date nobody has accepted or rejected, for those who may. */
export function CapturesCard() {
  const { t } = useTranslation("home");
  const format = useFormat();
  const may = useHolds("satelliteimagery.change");
  const search = { review: "new" } as const;
  const query = useQuery({
    ...recordsQuery(paths.capture, { ...search, page_size: shownRows }),
    enabled: may,
  });
  if (!may) return null;
  const all = { view: "dates", ...search };
  return (
    <HomeCard
      title={t("captures")}
      all={{ to: "/admin/process", search: all }}
      query={query}
      none={t("captures_none")}
      row={(one) => ({
        id: one.id,
        to: "/admin/process",
        search: { ...all, open: String(one.id) },
        name: format.date(one.date),
        detail: format.name((one.district ?? one.region)?.name) || "–",
      })}
    />
  );
}
