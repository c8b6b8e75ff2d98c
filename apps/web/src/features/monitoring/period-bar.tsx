import { ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { fromDay } from "../../lib/text/date-text.ts";
import { Button } from "../../ui/button.tsx";
import { DateRangeFields } from "../../ui/form/date-range-fields.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { movedWindow } from "./chart/time-window.ts";
import {
  type MonitoringSearch,
  readingPeriods,
  shownWindow,
  zoomText,
} from "./monitoring-search.ts";

type Props = {
  search: MonitoringSearch;
  now: number;
  onChange: (next: MonitoringSearch) => void;
};

/** Chooses the time that is shown: a period, two dates, or a part of them that was drawn out of the chart. */
export function PeriodBar({ search, now, onChange }: Props) {
  const { t } = useTranslation("monitoring");
  const period = search.period ?? "day";
  const today = fromDay(new Date(now));
  const move = (by: Parameters<typeof movedWindow>[1]) =>
    onChange({ zoom: zoomText(movedWindow(shownWindow(search, now), by, now)) });
  return (
    <div data-print="no" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Segmented
        label={t("period")}
        value={period}
        onChange={(next) =>
          onChange({ period: next === "day" ? undefined : next, zoom: undefined })
        }
        options={readingPeriods.map((one) => ({ value: one, label: t(`period_${one}`) }))}
      />
      {period === "dates" && (
        <DateRangeFields
          inline
          value={{ from: search.from, to: search.to }}
          min={`${Number(today.slice(0, 4)) - 20}-01-01`}
          max={today}
          onChange={({ from, to }) => onChange({ from, to, zoom: undefined })}
        />
      )}
      <div className="flex items-center">
        <IconButton label={t("earlier")} onClick={() => move({ shift: -0.5 })}>
          <ChevronLeft />
        </IconButton>
        <IconButton label={t("later")} onClick={() => move({ shift: 0.5 })}>
          <ChevronRight />
        </IconButton>
        <IconButton label={t("zoom_in")} onClick={() => move({ factor: 0.5 })}>
          <ZoomIn />
        </IconButton>
        <IconButton label={t("zoom_out")} onClick={() => move({ factor: 2 })}>
          <ZoomOut />
        </IconButton>
        {search.zoom && (
          <Button size="sm" tone="quiet" onClick={() => onChange({ zoom: undefined })}>
            {t("whole_period")}
          </Button>
        )}
      </div>
    </div>
  );
}
