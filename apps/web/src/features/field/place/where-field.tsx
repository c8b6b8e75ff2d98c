import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { type ReportPlace, reportPlaceLimits } from "@nihol/contract/values/planting/report-place";
import { Footprints, LocateFixed, Square, Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Position } from "../../../lib/device-position.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { FieldMap } from "./field-map.tsx";
import { isPosition, type PositionState } from "./use-position.ts";
import { isNextStep, useWalk } from "./use-walk.ts";
import { sizeOf } from "./way.ts";
import { useDistanceText } from "./way-line.tsx";

/** A place with the error that the device stated; null where it was drawn by hand. */
export interface Recorded {
  place: ReportPlace;
  accuracyM: number | null;
}

const kinds = ["Point", "LineString", "Polygon"] as const;
type Kind = (typeof kinds)[number];
type Corner = [lon: number, lat: number];

/** A place that is being recorded: of a line the steps, of an area the corners so far. */
export interface Trace {
  kind: Kind;
  isWalking: boolean;
  walk: Position[];
  corners: Corner[];
}

/** Before anything of that kind is recorded. */
export const newTrace = (kind: Kind): Trace => ({ kind, isWalking: false, walk: [], corners: [] });

type Props = {
  boundary: MultiPolygon | null;
  position: PositionState;
  onStart: () => void;
  value: Recorded | null;
  onChange: (value: Recorded | null) => void;
  trace: Trace;
  onTrace: (change: (before: Trace) => Trace) => void;
  error: string | undefined;
};

const cornerOf = ({ longitude, latitude }: Position): Corner => [
  Number(longitude.toFixed(7)),
  Number(latitude.toFixed(7)),
];
const worstOf = (walk: readonly Position[]) => Math.max(...walk.map(({ accuracyM }) => accuracyM));

/** Of a long walk every second, third or further position, so that it can be sent. */
function thinned(line: readonly Corner[]): Corner[] {
  const step = Math.ceil(line.length / reportPlaceLimits.positionsMax);
  return line.filter((_, index) => index % step === 0 || index === line.length - 1);
}

/** The steps or corners so far, to be seen before they are a whole place. */
function placeUnderWay({ kind, isWalking, walk, corners }: Trace): ReportPlace | null {
  if (kind !== "LineString")
    return corners.length > 0 ? { type: "Polygon", coordinates: [corners] } : null;
  return isWalking && walk.length > 0
    ? { type: "LineString", coordinates: walk.map(cornerOf) }
    : null;
}

/** Where it was planted: a point where one stands, a line that is walked, or an area by its corners. */
export function WhereField(props: Props) {
  const { boundary, position, onStart, value, onChange, trace, onTrace, error } = props;
  const { t } = useTranslation("field");
  const { kind, isWalking, corners, walk } = trace;
  useWalk(position, isWalking, (step) =>
    onTrace((before) =>
      isNextStep(before.walk.at(-1), step) ? { ...before, walk: [...before.walk, step] } : before,
    ),
  );
  const me = isPosition(position) ? position : undefined;

  function handleKind(next: Kind) {
    onTrace(() => newTrace(next));
    onChange(null);
  }
  function handlePoint() {
    if (me)
      onChange({ place: { type: "Point", coordinates: cornerOf(me) }, accuracyM: me.accuracyM });
  }
  function handleWalk() {
    onTrace((before) => ({ ...before, isWalking: !isWalking, walk: isWalking ? walk : [] }));
    if (!isWalking) return onChange(null);
    const coordinates = thinned(walk.map(cornerOf));
    if (coordinates.length > 1)
      onChange({ place: { type: "LineString", coordinates }, accuracyM: worstOf(walk) });
  }
  function handleCorners(next: Corner[]) {
    onTrace((before) => ({ ...before, corners: next }));
    const [first] = next;
    const isArea = next.length > 2 && first;
    onChange(
      isArea
        ? { place: { type: "Polygon", coordinates: [[...next, first]] }, accuracyM: null }
        : null,
    );
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-2">{t("where")}</legend>
      <Segmented
        label={t("where")}
        value={kind}
        onChange={handleKind}
        options={kinds.map((one) => ({ value: one, label: t(`where_${one}`) }))}
      />
      <FieldMap
        boundary={boundary}
        me={me}
        place={value?.place ?? placeUnderWay(trace)}
        onPress={kind === "Polygon" ? (corner) => handleCorners([...corners, corner]) : undefined}
      />
      {position === "off" && (
        <Button icon={<LocateFixed className="size-4" />} onClick={onStart}>
          {t("where_am_i")}
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {kind === "Point" && me && (
          <Button icon={<LocateFixed className="size-4" />} onClick={handlePoint}>
            {t("take_point")}
          </Button>
        )}
        {kind === "LineString" && me && (
          <Button
            icon={isWalking ? <Square className="size-4" /> : <Footprints className="size-4" />}
            onClick={handleWalk}
          >
            {t(isWalking ? "walk_end" : "walk_start")}
          </Button>
        )}
        {kind === "Polygon" && me && (
          <Button
            icon={<LocateFixed className="size-4" />}
            onClick={() => handleCorners([...corners, cornerOf(me)])}
          >
            {t("corner_here")}
          </Button>
        )}
        {kind === "Polygon" && corners.length > 0 && (
          <Button
            icon={<Undo2 className="size-4" />}
            onClick={() => handleCorners(corners.slice(0, -1))}
          >
            {t("corner_undo")}
          </Button>
        )}
      </div>
      <PlaceNote position={position} value={value} hint={t(`where_${kind}_hint`)} />
      {error && <FieldError text={error} />}
    </fieldset>
  );
}

/** Says what is recorded, or what to do; and how exact the phone is. */
function PlaceNote({
  position,
  value,
  hint,
}: {
  position: PositionState;
  value: Recorded | null;
  hint: string;
}) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const distanceText = useDistanceText();
  const { metres, areaM2 } = value ? sizeOf(value.place) : {};
  const notes = [
    value ? t("place_recorded") : hint,
    metres !== undefined && t("walked", { distance: distanceText(metres) }),
    areaM2 !== undefined && t("drawn_area", { area: format.number(areaM2, 0) }),
    value?.accuracyM && t("accuracy", { n: format.number(value.accuracyM, 0) }),
    !value &&
      isPosition(position) &&
      t("accuracy_now", { n: format.number(position.accuracyM, 0) }),
    position === "unknown" && t("position_waits"),
    (position === "denied" || position === "insecure") && t(`position_${position}`),
  ];
  return (
    <p role="status" className="text-xs text-ink-3">
      {notes.filter((note) => note).join(" · ")}
    </p>
  );
}
