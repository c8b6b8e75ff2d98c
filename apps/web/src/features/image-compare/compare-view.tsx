import type { CompareImage } from "@nihol/contract/imagery/image-compare";
import type { ViewSettings } from "@nihol/contract/values/imagery";
import { Blend, Columns2, Film, Pause, Play, SquareSplitHorizontal } from "lucide-react";
import { Suspense, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import { ViewChoice, ViewLegend } from "../../map/images/view-choice.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { boundsOf, useAreaShape } from "./compare-area.ts";
import { useImages } from "./compare-data.ts";
import type { CompareMapsProps } from "./compare-maps.tsx";
import { type CompareMode, compareModes } from "./compare-search.ts";

const CompareMaps = lazyPart(() => import("./compare-maps.tsx"));
const Lapse = lazyPart(() => import("./lapse/lapse-map.tsx"));

const modeIcons = { swipe: SquareSplitHorizontal, side: Columns2, blend: Blend, lapse: Film };
const blinkMs = 800;

type Props = Omit<CompareMapsProps, "opacity"> & {
  hasNir: boolean;
  onMode: (mode: CompareMode) => void;
  onView: (view: ViewSettings) => void;
};

/**
 * Both dates on one stage: by a divider, side by side, or one over the other, each with its date and resolution; or all
 * dates of the place, one after the other.
 */
export function CompareView({ onMode, onView, hasNir, ...maps }: Props) {
  const { t } = useTranslation("compare");
  const { mode, answer } = maps;
  const [opacity, setOpacity] = useState(1);
  const [blinking, setBlinking] = useState(false);
  const isBlend = mode === "blend";
  const isLapse = mode === "lapse";
  const bounds = useMemo(() => boundsOf(answer), [answer]);
  useEffect(() => {
    if (!blinking || !isBlend) return;
    const timer = setInterval(() => setOpacity((before) => (before > 0.5 ? 0 : 1)), blinkMs);
    return () => clearInterval(timer);
  }, [blinking, isBlend]);
  return (
    <section aria-label={t("stage")} data-map-stage className="relative h-full min-h-0">
      <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
        {isLapse && bounds ? (
          <PlacedLapse {...maps} bounds={bounds} />
        ) : (
          <CompareMaps {...maps} opacity={opacity} />
        )}
      </Suspense>
      <div
        data-map-cover="top-left"
        className="pointer-events-none absolute inset-x-2.5 top-2.5 z-30"
      >
        <div className="grid grid-cols-2 items-start gap-2 lg:grid-cols-[1fr_auto_1fr]">
          {isLapse ? (
            <span />
          ) : (
            <DateNote
              kind="before"
              images={answer.pairs.map(({ before }) => before)}
              dim={isBlend && opacity > 0.5}
            />
          )}
          <div className="pointer-events-auto order-last col-span-2 mx-auto flex flex-wrap justify-center gap-1.5 lg:order-none lg:col-span-1 lg:grid lg:justify-items-center">
            <div className="flex items-center gap-0.5 rounded-md bg-raised p-0.5 shadow-pop">
              <fieldset className="contents">
                <legend className="sr-only">{t("mode")}</legend>
                {compareModes.map((one) => {
                  const Icon = modeIcons[one];
                  return (
                    <IconButton
                      key={one}
                      label={t(`mode_${one}`)}
                      aria-pressed={mode === one}
                      onClick={() => onMode(one)}
                    >
                      <Icon />
                    </IconButton>
                  );
                })}
              </fieldset>
              {isBlend && (
                <>
                  <input
                    type="range"
                    min={0}
                    max={1}
                    step={0.05}
                    value={opacity}
                    aria-label={t("opacity_later")}
                    onChange={(event) => {
                      setBlinking(false);
                      setOpacity(Number(event.target.value));
                    }}
                    className="mx-1.5 h-6 w-24 accent-(--accent)"
                  />
                  <IconButton
                    label={t(blinking ? "blink_stop" : "blink")}
                    aria-pressed={blinking}
                    onClick={() => setBlinking(!blinking)}
                  >
                    {blinking ? <Pause /> : <Play />}
                  </IconButton>
                </>
              )}
            </div>
            <ViewChoice view={maps.view} hasNir={hasNir} onView={onView} />
            <ViewLegend view={maps.view.view} hasNir={hasNir} />
          </div>
          {!isLapse && (
            <DateNote
              kind="after"
              images={answer.pairs.map(({ after }) => after)}
              dim={isBlend && opacity <= 0.5}
            />
          )}
        </div>
      </div>
    </section>
  );
}

type PlacedProps = Pick<CompareMapsProps, "answer" | "at" | "onAt" | "view"> & { bounds: Bounds };

/** The days of the ground that is compared: of the area, or of the two images. */
function PlacedLapse({ answer, bounds, at, onAt, view }: PlacedProps) {
  const shapes = useAreaShape(answer.area);
  const { images, leftOut } = useImages({ bbox: bounds.join(",") });
  return (
    <Lapse
      bounds={bounds}
      images={images}
      leftOut={leftOut}
      shapes={shapes}
      at={at}
      onAt={onAt}
      view={view}
    />
  );
}

type NoteProps = { kind: "before" | "after"; images: readonly CompareImage[]; dim: boolean };

/** When what is shown was taken, and how fine it is. */
function DateNote({ kind, images, dim }: NoteProps) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  if (images.length === 0) return <span />;
  const dates = [...new Set(images.map(({ date }) => date))].sort();
  const gsds = [...new Set(images.map(({ gsd_m }) => format.number(gsd_m, 2)))];
  const span = [dates[0], dates.at(-1)].filter((date, i) => i === 0 || date !== dates[0]);
  return (
    <p
      className={cx(
        "numeric w-fit rounded-md bg-raised px-2.5 py-1 text-xs shadow-pop",
        kind === "after" && "justify-self-end",
        dim ? "opacity-75" : "",
      )}
    >
      <span className="block text-2xs text-ink-3">{t(kind)}</span>
      <strong className="font-semibold">{span.map((date) => format.date(date)).join(" – ")}</strong>{" "}
      <span className="text-ink-2 max-sm:block">{t("gsd", { gsd: gsds.join(", ") })}</span>
    </p>
  );
}
