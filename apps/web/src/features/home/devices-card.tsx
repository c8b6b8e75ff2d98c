import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { HomeCard, shownRows } from "./home-card.tsx";

const screen = "/admin/monitoring_devices";

/** Devices that have stopped sending, the longest silent first, and those whose service is overdue. */
export function DevicesCard() {
  const may = useHolds("device.view");
  if (!may) return null;
  return (
    <div className="grid gap-4">
      <SilentCard />
      <ServiceCard />
    </div>
  );
}

/** Shown where some service is overdue: an installation that writes none down sees no card of it. */
function ServiceCard() {
  const { t } = useTranslation(["home", "devices"]);
  const format = useFormat();
  const search = { servicing: "overdue", ordering: "service_due" } as const;
  const query = useQuery(recordsQuery(paths.device, { ...search, page_size: shownRows }));
  if (!query.data?.count) return null;
  return (
    <HomeCard
      title={t("service_overdue")}
      all={{ to: screen, search }}
      query={query}
      none=""
      row={(one) => ({
        id: one.id,
        to: screen,
        search: { open: String(one.id) },
        name: <span lang="mul">{one.name}</span>,
        detail: [
          one.service_kind && t(`devices:servicing_${one.service_kind}`),
          one.service_due && format.date(one.service_due),
        ]
          .filter(Boolean)
          .join(", "),
      })}
    />
  );
}

function SilentCard() {
  const { t } = useTranslation("home");
  const format = useFormat();
  const search = { state: "silent", ordering: "last_reading_at" } as const;
  const query = useQuery(recordsQuery(paths.device, { ...search, page_size: shownRows }));
  return (
    <HomeCard
      title={t("devices")}
      all={{ to: screen, search }}
      query={query}
      none={t("devices_none")}
      row={(one) => ({
        id: one.id,
        to: screen,
        search: { open: String(one.id) },
        name: <span lang="mul">{one.name}</span>,
        detail: one.last_reading_at ? format.ago(one.last_reading_at) : t("never_sent"),
      })}
    />
  );
}
