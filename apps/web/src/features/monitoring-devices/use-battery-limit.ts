import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";

/** Words for a weak battery with the limit in force: the lower end of the good range of the parameter, or that there is none. */
export function useBatteryLimit(): string {
  const { t } = useTranslation("devices");
  const parameters = useParameters();
  const { data } = useQuery(recordsQuery(paths.sensorGuidance, { page_size: limits.pageSizeMax }));
  const ranges = data?.results.find(({ key }) => key === "battery");
  const limit = ranges?.good_min ?? ranges?.watch_min ?? null;
  if (limit === null) return t("battery_no_limit");
  const value = `${parameters.number("battery", limit)} ${parameters.unit("battery")}`;
  return t("battery_weak", { value });
}
