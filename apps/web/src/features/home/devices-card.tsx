import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { HomeCard, shownRows } from "./home-card.tsx";

/** Devices that have stopped sending, the longest silent first. */
export function DevicesCard() {
  const { t } = useTranslation("home");
  const format = useFormat();
  const may = useHolds("device.view");
  const search = { state: "silent", ordering: "last_reading_at" } as const;
  const query = useQuery({
    ...recordsQuery(paths.device, { ...search, page_size: shownRows }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <HomeCard
      title={t("devices")}
      all={{ to: "/admin/monitoring_devices", search }}
      query={query}
      none={t("devices_none")}
      row={(one) => ({
        id: one.id,
        to: "/admin/monitoring_devices",
        search: { open: String(one.id) },
        name: <span lang="mul">{one.name}</span>,
        detail: one.last_reading_at ? format.ago(one.last_reading_at) : t("never_sent"),
      })}
    />
  );
}
