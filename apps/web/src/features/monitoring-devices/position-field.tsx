import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form/form.ts";
import { fingerScreen, useMedia } from "../../lib/use-media.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { MyPlace } from "../../parts/territory/my-place.tsx";
import { NumberField } from "../../ui/form/number-field.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { isPlace } from "./position.ts";

const PositionMap = lazyPart(() => import("./position-map.tsx"));

type Props = {
  latitude: FieldProps<number | null>;
  longitude: FieldProps<number | null>;
  onPick: (position: { latitude: number; longitude: number }) => void;
};

const margin = 0.01;

function boundsAbout(latitude: number, longitude: number): Bounds {
  return [longitude - margin, latitude - margin, longitude + margin, latitude + margin];
}

/** A place by pressing on the map, taking where one stands, dragging the pin, moving it with the arrow keys, or typing. */
export function PositionField({ latitude, longitude, onPick }: Props) {
  const { t } = useTranslation("devices");
  const isFinger = useMedia(fingerScreen);
  const value = { latitude: latitude.value, longitude: longitude.value };
  const [bounds, setBounds] = useState<Bounds | null>(() =>
    isPlace(value) ? boundsAbout(value.latitude, value.longitude) : null,
  );
  // The map follows what is typed; what is picked on it is in sight already.
  function handleTyped(next: typeof value) {
    if (isPlace(next)) setBounds(boundsAbout(next.latitude, next.longitude));
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("place")}</legend>
      <div className="h-80 overflow-hidden rounded-lg border border-line">
        <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
          <PositionMap value={value} onChange={onPick} bounds={bounds} />
        </Suspense>
      </div>
      <MyPlace
        onPlace={(place) => {
          onPick(place);
          handleTyped(place);
        }}
      />
      <p className="text-xs text-ink-3">{t(isFinger ? "pick_hint_touch" : "pick_hint")}</p>
      <div className="field-row">
        <NumberField
          {...latitude}
          label={t("latitude")}
          unit="°"
          onChange={(next) => {
            latitude.onChange(next);
            handleTyped({ ...value, latitude: next });
          }}
        />
        <NumberField
          {...longitude}
          label={t("longitude")}
          unit="°"
          onChange={(next) => {
            longitude.onChange(next);
            handleTyped({ ...value, longitude: next });
          }}
        />
      </div>
    </fieldset>
  );
}
