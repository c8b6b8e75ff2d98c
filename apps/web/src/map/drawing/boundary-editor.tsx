import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { FileUp, Trash2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form/form.ts";
import { useFormat } from "../../lib/text/format.ts";
import { fingerScreen, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/form/field.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Bounds } from "../data/map-view-state.ts";
import type { Chosen } from "../map-content.ts";
import { BoundaryUpload, type GardenAsked } from "./boundary-upload.tsx";
import { GoToPlace } from "./go-to-place.tsx";

// The map's library and the drawing come after the form.
const BoundaryMap = lazyPart(() => import("./boundary-map.tsx"));

/** More points are not moved by hand, and every one of them would be tried against all others at each step. */
const editablePoints = 3000;

type Props = FieldProps<MultiPolygon | null> & {
  label: string;
  /** The map's view at first: the saved boundary's box. */
  start: Bounds | null;
  /** Record that the boundary belongs to, when it has been saved before. */
  own?: Chosen | undefined;
  /** Below the map, besides how to draw. */
  hint?: ReactNode;
  optional?: boolean;
  /** Shape that the boundary is to be a part of, outlined on the map: an image's footprint. */
  frame?: MultiPolygon | undefined;
  /** Garden that the boundary belongs to; without it no outline's place is checked. */
  asGarden?: GardenAsked;
};

/** A boundary by drawing or from a file; both end as the same shape, which can be edited further or removed. */
export function BoundaryEditor({
  value,
  onChange,
  error,
  label,
  start,
  own,
  hint,
  optional,
  frame,
  asGarden,
}: Props) {
  const { t } = useTranslation(["boundary", "map", "app"]);
  const format = useFormat();
  const isFinger = useMedia(fingerScreen);
  const hints = isFinger
    ? { draw: t("map:draw_hint_touch"), edit: t("map:edit_hint_touch") }
    : { draw: t("map:draw_hint"), edit: t("map:edit_hint") };
  const [uploading, setUploading] = useState(false);
  const [bounds, setBounds] = useState<Bounds | null>(start);
  const points = value?.coordinates.flat(2).length ?? 0;
  const isEditable = points <= editablePoints;

  function handleUploaded(shape: MultiPolygon, box: Bounds) {
    onChange(shape);
    setBounds(box);
    setUploading(false);
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <span className="grow text-sm font-medium text-ink-2" aria-hidden>
          {label}
          {optional && <span className="ms-1.5 font-normal text-ink-3">{t("app:optional")}</span>}
        </span>
        {value && (
          <Button size="sm" icon={<Trash2 className="size-4" />} onClick={() => onChange(null)}>
            {t("remove")}
          </Button>
        )}
        <Button size="sm" icon={<FileUp className="size-4" />} onClick={() => setUploading(true)}>
          {t("from_file")}
        </Button>
      </div>
      {!value && <GoToPlace onGo={setBounds} />}
      <div className="h-96 overflow-hidden rounded-lg border border-line">
        <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
          <BoundaryMap {...{ value, onChange, bounds, own, isEditable, frame }} />
        </Suspense>
      </div>
      <p className="text-xs text-ink-3">
        {isEditable ? hints[value ? "edit" : "draw"] : t("detailed", { n: format.number(points) })}
      </p>
      {hint && <p className="text-xs text-ink-3">{hint}</p>}
      {error && <FieldError text={error} />}
      {uploading && (
        <BoundaryUpload
          asGarden={asGarden}
          onClose={() => setUploading(false)}
          onChoose={handleUploaded}
        />
      )}
    </fieldset>
  );
}
