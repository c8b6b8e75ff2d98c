import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ViolationState } from "../../../parts/states/violation-state.tsx";
import { textLink } from "../../../ui/button.tsx";
import { shownMax } from "./garden-queries.ts";
import { HubList } from "./hub-list.tsx";

/** The violations of a garden, the last seen first; `enabled` for those who may see violations. */
export const useGardenCases = (garden: string, enabled: boolean) =>
  useQuery({
    ...recordsQuery(paths.violation, { garden, page_size: shownMax, ordering: "-observed_on" }),
    enabled,
  });

export function GardenCases({ garden }: { garden: string }) {
  const { t } = useTranslation(["gardens", "violations"]);
  const format = useFormat();
  return (
    <HubList
      label={t("tab_cases")}
      query={useGardenCases(garden, true)}
      icon={<ShieldAlert />}
      empty={t("cases_empty")}
      row={(one) => (
        <>
          <Link
            to="/admin/violation"
            search={{ garden, open: String(one.id) }}
            className={`${textLink} min-w-0`}
          >
            <span className="numeric">{one.number}</span> <span lang="mul">{one.title}</span>
          </Link>
          <ViolationState violation={one} />
          <span className="numeric grow text-end text-ink-2">
            {format.dateShort(one.observed_on)}
          </span>
        </>
      )}
      all={(text) => (
        <Link to="/admin/violation" search={{ garden }} className={textLink}>
          {text}
        </Link>
      )}
    />
  );
}
