import type { PlantingVerdictDetail, VerdictImage } from "@nihol/contract/planting/verdicts";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Columns2, SquareSplitHorizontal } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../../lib/list/use-list.ts";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const TwinImages = lazyPart(() => import("../../../map/twins/twin-images.tsx"));

/** The outline of the garden, for those who may see it. */
function useGardenShape(garden: number) {
  const maySee = useHolds("garden.view");
  const { data } = useQuery({ ...recordQuery(paths.garden, garden), enabled: maySee });
  return useMemo(
    () => (data?.boundary ? [{ id: data.id, geometry: data.boundary, chosen: false }] : undefined),
    [data],
  );
}

/** The garden before planting and now: one image beside the other, or with a divider. */
export function VerdictImages({ verdict }: { verdict: PlantingVerdictDetail }) {
  const { t } = useTranslation(["verdicts", "compare"]);
  const { before, after, garden, garden_bbox } = verdict;
  const shapes = useGardenShape(garden.id);
  const [side, setSide] = useState(true);
  if (!before && !after) return <p className="text-sm text-ink-2">{t("no_images")}</p>;
  return (
    <section aria-label={t("images")} className="grid gap-1.5">
      <div className="flex items-end justify-between gap-2 text-xs">
        <ImageNote kind="before" image={before} />
        <span className="flex gap-0.5">
          <IconButton
            label={t("compare:mode_side")}
            aria-pressed={side}
            onClick={() => setSide(true)}
          >
            <Columns2 />
          </IconButton>
          <IconButton
            label={t("compare:mode_swipe")}
            aria-pressed={!side}
            onClick={() => setSide(false)}
          >
            <SquareSplitHorizontal />
          </IconButton>
        </span>
        <ImageNote kind="after" image={after} />
      </div>
      <div className="h-72 overflow-hidden rounded-lg border border-line">
        <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
          <TwinImages
            before={before}
            after={after}
            bounds={garden_bbox ?? after?.bbox ?? before?.bbox ?? null}
            shapes={shapes}
            labels={{ before: t("map_before"), after: t("map_after") }}
            side={side}
          />
        </Suspense>
      </div>
    </section>
  );
}

/** When it was taken, how fine it is, and the smallest crown that it can show. */
function ImageNote({ kind, image }: { kind: "before" | "after"; image: VerdictImage | null }) {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  if (!image) return <p className="text-ink-3">{t(`no_${kind}`)}</p>;
  return (
    <p className="numeric">
      <span className="block text-2xs text-ink-3">{t(kind)}</span>
      <strong className="font-semibold">{format.date(image.date)}</strong>{" "}
      <span className="text-ink-2">
        {t("image_note", {
          gsd: format.number(image.gsd_m, 2),
          smallest:
            image.smallest_crown_m === null ? "–" : format.number(image.smallest_crown_m, 1),
        })}
      </span>
    </p>
  );
}
