import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { ReportSearch } from "./report-search.ts";

/** The periods that were submitted or approved, newest first; choosing one shows it. Nothing where there is none. */
export function PeriodsMenu({ onChoose }: { onChoose: (next: ReportSearch) => void }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const { data } = useQuery({
    queryKey: [paths.reportPeriod],
    queryFn: ({ signal }) => ask("GET /report-period", { query: { page_size: 50 }, signal }),
  });
  if (!data || data.results.length === 0) return null;
  return (
    <Menu trigger={<Button icon={<CalendarCheck className="size-4" />}>{t("periods")}</Button>}>
      {data.results.map(({ id, from, to, state }) => (
        <MenuItem
          key={id}
          onSelect={() => onChoose({ period: "dates", from, to, figures: undefined })}
        >
          {format.dateShort(from)} – {format.dateShort(to)} · {t(`state_${state}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
