import type { Device } from "@nihol/contract/sensors/devices";
import { isVital } from "@nihol/contract/values/devices";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { makeOf } from "../../lib/device-make.ts";
import { useFormat } from "../../lib/text/format.ts";
import { MarkedValue, StateBadge, TypeSign } from "../../parts/states/device-state.tsx";
import { ServiceDue } from "../../parts/states/service-due.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { Vitals } from "./vitals.tsx";

/**
 * The columns of the list of devices.
 * @param isBeside whether something is open beside the list: the newest values give way to it, not to the map
 */
export function useDeviceColumns(isBeside: boolean): Column<Device>[] {
  const { t } = useTranslation(["devices", "map"]);
  const format = useFormat();
  return [
    {
      id: "name",
      header: t("name"),
      sortable: true,
      cell: (one) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <TypeSign type={one.type} />
          {one.name}
        </span>
      ),
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: (one) => <StateBadge state={one.state} />,
    },
    {
      id: "type",
      header: t("type"),
      sortable: true,
      optional: true,
      cell: (one) => t(`map:device_${one.type}`),
    },
    {
      id: "latest",
      header: t("latest"),
      spans: true,
      secondary: isBeside,
      cell: (one) => (
        // Of one height in whatever font: beside the map a cell has two lines or one as words fall, and its row would move.
        <span className="flex flex-wrap content-center items-center gap-x-3 gap-y-1 leading-5 *:h-5 md:@max-5xl/list:min-h-11">
          {one.latest
            .filter(({ parameter }) => !isVital(parameter))
            .map((latest) => (
              <MarkedValue key={latest.parameter} latest={latest} device={one} />
            ))}
        </span>
      ),
    },
    {
      id: "last_reading_at",
      header: t("last_reading"),
      sortable: true,
      align: "right",
      cell: (one) =>
        one.last_reading_at ? (
          <time
            dateTime={one.last_reading_at}
            title={format.dateTime(one.last_reading_at)}
            className={cx(
              "inline-block max-w-24 whitespace-normal",
              isBeside ? "@md/list:max-w-none" : "@3xl/list:max-w-none",
            )}
          >
            {format.ago(one.last_reading_at)}
          </time>
        ) : (
          "–"
        ),
    },
    {
      id: "battery",
      header: t("vitals"),
      sortable: true,
      secondary: true,
      cell: (one) => <Vitals device={one} />,
    },
    {
      id: "garden",
      header: t("garden"),
      sortable: true,
      secondary: true,
      cell: (one) => format.name(one.garden?.name) || "–",
    },
    {
      id: "district",
      header: t("district"),
      optional: true,
      cell: (one) => format.name((one.district ?? one.region)?.name) || "–",
    },
    {
      id: "groups",
      header: t("groups"),
      optional: true,
      cell: (one) => <span lang="mul">{one.groups.map(({ name }) => name).join(", ") || "–"}</span>,
    },
    {
      id: "service_due",
      header: t("service_due"),
      sortable: true,
      optional: true,
      cell: (one) => <ServiceDue device={one} />,
    },
    {
      id: "serial",
      header: t("serial"),
      sortable: true,
      optional: true,
      cell: (one) => <span lang="mul">{one.serial || "–"}</span>,
    },
    {
      id: "model",
      header: t("make"),
      sortable: true,
      optional: true,
      cell: (one) => <span lang="mul">{makeOf(one) || "–"}</span>,
    },
    {
      id: "height_m",
      header: t("height"),
      sortable: true,
      optional: true,
      align: "right",
      cell: (one) =>
        one.height_m === null ? "–" : t("metres", { n: format.number(one.height_m, 2) }),
    },
    {
      id: "interval",
      header: t("interval"),
      align: "right",
      optional: true,
      cell: (one) => t("minutes", { n: one.interval_minutes }),
    },
  ];
}
