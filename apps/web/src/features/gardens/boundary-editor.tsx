import type { MultiPolygon } from "@nihol/contract/geometry";
import { FileUp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form.ts";
import type { Bounds } from "../../map/map-view-state.ts";
import { Button } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BoundaryUpload } from "./boundary-upload.tsx";

// The map's library and the drawing come after the form.
const BoundaryMap = lazy(() => import("./boundary-map.tsx"));

type Props = FieldProps<MultiPolygon | null> & { start: Bounds | null; garden: number | undefined };

/** A boundary by drawing or from a file; both end as the same shape, which can be edited further. */
export function BoundaryEditor({ value, onChange, error, start, garden }: Props) {
  const { t } = useTranslation(["gardens", "map"]);
  const [uploading, setUploading] = useState(false);
  const [bounds, setBounds] = useState<Bounds | null>(start);

  function handleUploaded(shape: MultiPolygon, box: Bounds) {
    onChange(shape);
    setBounds(box);
    setUploading(false);
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="sr-only">{t("boundary")}</legend>
      <div className="flex items-center justify-between gap-2">
        <span className="text-sm font-medium text-ink-2" aria-hidden>
          {t("boundary")}
        </span>
        <Button size="sm" icon={<FileUp className="size-4" />} onClick={() => setUploading(true)}>
          {t("from_file")}
        </Button>
      </div>
      <div className="h-96 overflow-hidden rounded-lg border border-line">
        <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
          <BoundaryMap value={value} onChange={onChange} bounds={bounds} garden={garden} />
        </Suspense>
      </div>
      <p className="text-xs text-ink-3">{value ? t("map:edit_hint") : t("map:draw_hint")}</p>
      {error && <FieldError text={error} />}
      {uploading && (
        <BoundaryUpload onClose={() => setUploading(false)} onChoose={handleUploaded} />
      )}
    </fieldset>
  );
}
