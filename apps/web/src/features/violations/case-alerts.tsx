import type { ViolationDetail } from "@nihol/contract/violations/violations";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { textLink } from "../../ui/button.tsx";

/** Alerts that are in a case now, each a link to what became of it; those added later stand here too. */
export function CaseAlerts({ alerts }: { alerts: ViolationDetail["alerts"] }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  return (
    <ul className="grid gap-1.5">
      {alerts.map(({ id, device, rule, began_at, cleared_at }) => (
        <li key={id}>
          <Link to="/admin/alert" search={{ open: String(id) }} className={textLink}>
            <span lang="mul">
              {rule}, {device}
            </span>
          </Link>
          <span className="numeric block text-xs text-ink-2">
            {format.dateTime(began_at)} –{" "}
            {cleared_at === null ? t("alert_active") : format.dateTime(cleared_at)}
          </span>
        </li>
      ))}
    </ul>
  );
}
