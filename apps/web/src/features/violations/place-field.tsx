import { paths } from "@nihol/contract/values/paths";
import type { Point } from "@nihol/contract/violations/violations";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { MyPlace } from "../../parts/territory/my-place.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

// The map's library comes after the form.
const PlaceMap = lazyPart(() => import("./place-map.tsx"));

/** "38.520300, 68.556100": latitude first, as people copy places. */
export const pointText = (point: Point | null) =>
  point ? `${point[1].toFixed(6)}, ${point[0].toFixed(6)}` : "";

/** Reads `pointText`; undefined when it is no place on Earth. */
function parsePoint(text: string): Point | undefined {
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text);
  const [latitude, longitude] = [Number(found?.[1] ?? NaN), Number(found?.[2] ?? NaN)];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? [longitude, latitude] : undefined;
}

const around = ([lon, lat]: Point, degrees: number): Bounds => [
  lon - degrees,
  lat - degrees,
  lon + degrees,
  lat + degrees,
];

/** Bounds that the map's view is fitted to: those of the point, else of the garden. */
export function usePlaceBounds(point: Point | null, garden: number | null): Bounds | null {
  const maySee = useHolds("garden.view");
  const enabled = maySee && garden !== null && point === null;
  const { data } = useQuery({ ...recordQuery(paths.garden, garden ?? ""), enabled });
  return point ? around(point, 0.003) : (data?.bbox ?? null);
}

type Props = {
  value: Point | null;
  onChange: (point: Point | null) => void;
  error: string | undefined;
  garden: number | null;
};

/** The place by a press on the map, by dragging the mark, where one stands, or typed. */
export function PlaceField({ value, onChange, error, garden }: Props) {
  const { t } = useTranslation(["violations", "errors"]);
  const [typed, setTyped] = useState<string>();
  // A press must not move the map under the hand: the view stays where it began, or goes to what was typed.
  const [located, setLocated] = useState<Point | null>(value);
  const bounds = usePlaceBounds(located, garden);
  const isWrong = typed !== undefined && typed.trim() !== "" && !parsePoint(typed);

  function handleType(text: string) {
    setTyped(text);
    const point = parsePoint(text);
    if (point) setLocated(point);
    if (point || text.trim() === "") onChange(point ?? null);
  }

  function handlePoint(point: Point) {
    setTyped(undefined);
    onChange(point);
  }

  return (
    <div className="grid gap-2">
      <div className="h-72 overflow-hidden rounded-lg border border-line">
        <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
          <PlaceMap label={t("place_map")} point={value} bounds={bounds} onPoint={handlePoint} />
        </Suspense>
      </div>
      <MyPlace
        onPlace={({ latitude, longitude }) => {
          setLocated([longitude, latitude]);
          handlePoint([longitude, latitude]);
        }}
      />
      <TextField
        name="point"
        label={t("coordinates")}
        hint={t("coordinates_hint")}
        error={isWrong ? t("coordinates_wrong") : error}
        inputMode="text"
        placeholder="38.520300, 68.556100"
        autoComplete="off"
        className="numeric"
        value={typed ?? pointText(value)}
        onChange={handleType}
      />
    </div>
  );
}
