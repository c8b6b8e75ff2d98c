import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { paths } from "@nihol/contract/values/paths";
import { positionsOf, type ReportPlace } from "@nihol/contract/values/planting/report-place";
import { useQuery } from "@tanstack/react-query";
import { Map as MapIcon } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "../../../lib/device-position.ts";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useHolds } from "../../../lib/permissions.ts";
import { fingerScreen, useMedia } from "../../../lib/use-media.ts";
import { type Bounds, boundsAround } from "../../../map/data/map-view-state.ts";
import { MyPlace } from "../../../parts/territory/my-place.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { type PlaceKind, type PlaceValue, placeKinds } from "./place-value.ts";
import { PositionField } from "./position-field.tsx";

// The map's library comes when somebody wants to correct the place on it.
const PlaceMap = lazyPart(() => import("./place-map.tsx"));

type Props = {
  task: PlantTreeTask;
  /** As the row had it when the form was opened. */
  initial: PlaceValue;
  value: PlaceValue;
  onChange: (value: PlaceValue) => void;
  errorOf: (path: string) => string | undefined;
};

/** Some fifty metres about the outermost positions. */
const margin = 0.0005;

/** Chooses what the map shows first: the position that the person has just given, the row's own place, else the garden. */
function useStart(
  here: PlaceValue["position"],
  { position, place }: PlaceValue,
  garden: number,
): Bounds | null {
  const maySee = useHolds("garden.view");
  const shape = here || !place ? [] : positionsOf(place);
  const pin = here ?? (place ? null : position);
  const own = pin ? [pin] : shape.map(([longitude, latitude]) => ({ longitude, latitude }));
  const enabled = maySee && own.length === 0;
  const { data } = useQuery({ ...recordQuery(paths.garden, garden), enabled });
  return boundsAround(own, margin) ?? data?.bbox ?? null;
}

/** Where it was planted: coordinates or a pin, a line, or an area; what a phone recorded can be corrected. */
export function PlaceField({ task, initial, value, onChange, errorOf }: Props) {
  const { t } = useTranslation("planting");
  const [kind, setKind] = useState<PlaceKind>(value.place?.type ?? "Point");
  const [isOpen, setOpen] = useState(kind !== "Point");
  const [typed, setTyped] = useState(0);
  const [here, setHere] = useState<PlaceValue["position"]>(null);
  const isFinger = useMedia(fingerScreen);
  const bounds = useStart(here, initial, task.garden.id);
  const error = errorOf("place");

  function handleKind(next: PlaceKind) {
    setKind(next);
    setOpen(true);
    const isInitial = next === (initial.place?.type ?? "Point");
    onChange(isInitial ? initial : { position: initial.position, place: null });
  }
  // The text field begins anew with what was set on the map.
  function handlePin(position: NonNullable<PlaceValue["position"]>) {
    setTyped(typed + 1);
    onChange({ position, place: null });
  }
  function handleHere({ latitude, longitude }: Position) {
    setHere({ latitude, longitude });
    setOpen(true);
    handlePin({ latitude, longitude });
  }
  /** Of a line or an area the server takes the position. */
  const handlePlace = (place: ReportPlace | null) =>
    onChange({ position: place ? null : initial.position, place });

  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("place")}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t("place")}
          value={kind}
          onChange={handleKind}
          options={placeKinds.map((one) => ({ value: one, label: t(`place_kind_${one}`) }))}
        />
        {!isOpen && (
          <Button
            size="sm"
            icon={<MapIcon className="size-4" />}
            aria-expanded={false}
            onClick={() => setOpen(true)}
          >
            {t("place_on_map")}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="h-72 overflow-hidden rounded-lg border border-line">
          <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
            <PlaceMap
              key={kind}
              {...{ kind, value, bounds }}
              onPin={handlePin}
              onPlace={handlePlace}
            />
          </Suspense>
        </div>
      )}
      {kind === "Point" && <MyPlace onPlace={handleHere} />}
      {isOpen && (
        <p className="text-xs text-ink-3">
          {kind === "Point" && isFinger ? t("place_hint_Point_touch") : t(`place_hint_${kind}`)}
        </p>
      )}
      {kind === "Point" && (
        <PositionField
          key={typed}
          name="position"
          value={value.position}
          onChange={(position) => onChange({ position, place: null })}
          errorOf={errorOf}
        />
      )}
      {error && <FieldError text={error} />}
    </fieldset>
  );
}
