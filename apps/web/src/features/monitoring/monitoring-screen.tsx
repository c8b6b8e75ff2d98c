import type { DeviceType } from "@nihol/contract/values/devices";
import { paths } from "@nihol/contract/values/paths";
import { readingLimits } from "@nihol/contract/values/sensors/readings";
import { Link } from "@tanstack/react-router";
import { Radio, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useListCan } from "../../lib/list/use-list.ts";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useParameterRows, useParameters } from "../../lib/sensors/parameters.ts";
import { useNow } from "../../lib/use-now.ts";
import { ClosedContent } from "../../parts/permissions/missing-right.tsx";
import { LiveNote } from "../../parts/states/live-note.tsx";
import { useLiveDevices } from "../../parts/states/use-live-devices.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { Toolbar } from "../../ui/table/list-layout.tsx";
import { NothingFits } from "../../ui/table/nothing-fits.tsx";
import { linesOf } from "./chart/lines.ts";
import { DeviceChoice } from "./device-choice.tsx";
import { GuidancePanel } from "./guidance-panel.tsx";
import { sharedGuidance, useGuidance, useMonitoredDevices } from "./monitoring-data.ts";
import type { MonitoringSearch } from "./monitoring-search.ts";
import { PlaceFilters } from "./place-filters.tsx";
import { SeriesPanel } from "./series-panel.tsx";
import { chosenParameters } from "./shown-parameter.ts";
import { ValueTiles } from "./value-tiles.tsx";

type Props = { type: DeviceType; search: MonitoringSearch };

/** Readings of one type of device: what is measured now, how it went, and what it means. */
export function MonitoringScreen({ type, search }: Props) {
  const { t } = useTranslation(["monitoring", "guidance", "devices", "app"]);
  const changeSearch = useChangeSearch();
  const may = useHolds("device.view");
  function change(next: MonitoringSearch) {
    changeSearch((before) => ({ ...before, ...next }), { replace: "search" in next });
  }
  return (
    <div className="flex min-h-full flex-col lg:h-full lg:min-h-0 print:block print:h-auto">
      <PageHeader title={t(`app:screen_${type}_monitoring`)} text={t(`about_${type}`)} />
      {may ? (
        <Monitoring type={type} search={search} onChange={change} />
      ) : (
        <ClosedContent right="device.view" />
      )}
    </div>
  );
}

type BodyProps = Props & { onChange: (next: MonitoringSearch) => void };

function Monitoring({ type, search, onChange }: BodyProps) {
  const { t } = useTranslation("monitoring");
  const [choosing, setChoosing] = useState(false);
  const now = useNow();
  const { list, rows, chosen } = useMonitoredDevices(type, search);
  const live = useLiveDevices(
    rows.map(({ id }) => id),
    chosen.map(({ id }) => id),
  );
  const guidance = useGuidance().data?.results ?? [];
  const measured = useParameterRows();
  const parameters = useParameters();
  const asked = chosenParameters(parameters.own(type), search.parameter);
  const parameter = asked[0] ?? "";
  const { lines, all } = linesOf(chosen, asked, parameters);
  const shown = asked.length > 1 ? undefined : sharedGuidance(guidance, parameter, chosen);
  const { region, district, garden, condition, search: words } = search;
  const isFiltered = Boolean(region || district || garden || condition || words);
  if (list.isError && !list.data)
    return <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />;
  if (!measured.data)
    return measured.isError ? (
      <ErrorPanel error={measured.error} onRetry={() => void measured.refetch()} />
    ) : (
      <div className="p-4">
        <SkeletonLines lines={8} />
      </div>
    );
  if (list.data && rows.length === 0 && chosen.length === 0 && !isFiltered) return <NoDevices />;
  return (
    <>
      <div data-print="no">
        <Toolbar>
          <div className={cx("flex flex-wrap gap-2", !choosing && "max-lg:hidden")}>
            <PlaceFilters search={search} onChange={onChange} />
          </div>
          <Button
            className="lg:hidden"
            aria-expanded={choosing}
            icon={<SlidersHorizontal className="size-4" />}
            onClick={() => setChoosing(!choosing)}
          >
            {t("choose_devices")}
          </Button>
        </Toolbar>
      </div>
      <div className="flex min-h-0 grow flex-col border-t border-line lg:flex-row print:block">
        <aside
          data-print="no"
          aria-label={t("devices")}
          className={cx(
            "flex min-h-0 shrink-0 flex-col border-line bg-surface max-lg:max-h-[70vh] max-lg:border-b lg:w-80 lg:border-e",
            !choosing && "max-lg:hidden",
          )}
        >
          {list.data ? (
            <DeviceChoice
              {...{ type, search, rows, chosen, parameter, lines, onChange }}
              isFull={lines.length + asked.length > readingLimits.series}
              count={list.data.count}
            />
          ) : (
            <div className="p-4">
              <SkeletonLines lines={8} />
            </div>
          )}
        </aside>
        <div className="grid min-w-0 grow content-start gap-4 overflow-y-auto p-4 lg:p-5 print:overflow-visible">
          {list.data && chosen.length === 0 ? (
            <NothingFits
              search={{ region, district, garden, condition, search: words }}
              onClear={onChange}
            />
          ) : (
            <>
              <ValueTiles
                {...{ type, lines }}
                devices={chosen}
                chosen={asked}
                onChosen={(next) => onChange({ parameter: next.join(",") })}
              />
              <LiveNote state={live} />
              <SeriesPanel {...{ lines, all, search, now, onChange }} ranges={shown} />
              {asked.length === 1 && (
                <GuidancePanel
                  parameter={parameter}
                  rows={guidance.filter((row) => row.parameter === parameter)}
                  shown={shown}
                  devices={chosen}
                />
              )}
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** Says that nothing is measured yet; leads people who may add a device to where they do so. */
function NoDevices() {
  const { t } = useTranslation(["monitoring", "app"]);
  const may = useListCan(paths.device, useHolds("device.view")).add;
  return (
    <EmptyState
      icon={<Radio />}
      title={t("app:no_data")}
      text={t("no_devices_text")}
      action={
        may && (
          <Link to={"/admin/monitoring_devices"} className={buttonClass("primary")}>
            {t("to_devices")}
          </Link>
        )
      }
    />
  );
}
