import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { clockDays } from "@nihol/contract/values/planting/plausible-counts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { metresToArea } from "../place/way.ts";
import { useDistanceText } from "../place/way-line.tsx";
import type { PhotoMetadata } from "../queue/entry.ts";

type Props = {
  metadata: PhotoMetadata;
  boundary: MultiPolygon | null;
  /** The day of planting that is said of what it shows: `2026-05-14`. */
  plantedOn: string;
};

/** Says what was read from a photo, and that its day does not fit the planting, before it is sent. */
export function PhotoLines({ metadata, boundary, plantedOn }: Props) {
  const { t } = useTranslation(["field", "planting"]);
  const format = useFormat();
  const distanceText = useDistanceText();
  const { takenAt, latitude, longitude, errorM, directionDeg } = metadata;
  const hasPlace = latitude !== undefined && longitude !== undefined;
  const daysBefore = takenAt
    ? (Date.parse(plantedOn) - Date.parse(takenAt.slice(0, 10))) / 86_400_000
    : 0;
  const metres = hasPlace && boundary ? metresToArea({ latitude, longitude }, boundary) : undefined;
  const lines: (string | false)[] = [
    takenAt ? t("photo_taken", { date: format.dateTime(takenAt) }) : t("photo_no_time"),
    !hasPlace && t("photo_no_place"),
    metres === 0 && t("photo_in_garden"),
    metres ? t("photo_outside", { distance: distanceText(metres) }) : false,
    hasPlace && metres === undefined && t("photo_has_place"),
    errorM !== undefined && t("accuracy", { n: format.number(errorM, 0) }),
    directionDeg !== undefined && t("photo_direction", { n: format.number(directionDeg, 0) }),
  ];
  return (
    <ul className="text-ink-2">
      {lines
        .filter((line) => line !== false)
        .map((line) => (
          <li key={line}>{line}</li>
        ))}
      {daysBefore > clockDays && (
        <li role="alert" className="font-medium text-act">
          {t("planting:time_before_planting", { days: format.number(daysBefore) })}
        </li>
      )}
    </ul>
  );
}
