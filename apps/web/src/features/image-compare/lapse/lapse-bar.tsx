import { ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useCountText } from "../../../parts/counts/count-ground.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { Frame, LeftOut } from "./frames.ts";
import { type Playing, paces } from "./use-playing.ts";

type Props = {
  frames: readonly Frame[];
  playing: Playing;
  /** Where not all images of the place are among them. */
  leftOut: LeftOut | undefined;
};

/** The day that is shown, what was counted on it, and the means to go through the days. */
export function LapseBar({ frames, playing, leftOut }: Props) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const { at, isPlaying, setPlaying, go } = playing;
  const frame = frames[at];
  if (!frame) return null;
  const day = format.date(frame.date);
  return (
    <fieldset
      data-map-cover="bottom-left"
      className="pointer-events-auto mx-auto grid w-full max-w-xl gap-1 rounded-md bg-raised px-3 py-2 shadow-pop"
    >
      <legend className="sr-only">{t("mode_lapse")}</legend>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center gap-0.5">
          <IconButton label={t("lapse_before")} onClick={() => go(at - 1)}>
            <ChevronLeft />
          </IconButton>
          <IconButton
            label={t(isPlaying ? "lapse_pause" : "lapse_play")}
            onClick={() => setPlaying(!isPlaying)}
          >
            {isPlaying ? <Pause /> : <Play />}
          </IconButton>
          <IconButton label={t("lapse_after")} onClick={() => go(at + 1)}>
            <ChevronRight />
          </IconButton>
        </div>
        <p
          className="numeric order-last grow basis-full text-sm sm:order-none sm:basis-0"
          aria-live={isPlaying ? "off" : "polite"}
        >
          <strong className="font-semibold">{day}</strong>{" "}
          <span className="text-xs text-ink-2">
            {t("lapse_of", { n: format.number(at + 1), count: format.number(frames.length) })}
          </span>
          <FrameCount frame={frame} />
        </p>
        <PaceChoice playing={playing} />
      </div>
      <input
        type="range"
        min={0}
        max={frames.length - 1}
        step={1}
        value={at}
        aria-label={t("lapse_day")}
        aria-valuetext={day}
        onChange={(event) => go(Number(event.target.value))}
        className="h-6 w-full accent-(--accent) pointer-coarse:h-11"
      />
      <span aria-hidden className="numeric flex justify-between text-2xs text-ink-3 max-sm:hidden">
        <span>{format.dateShort(frames[0]?.date ?? "")}</span>
        <span>{format.dateShort(frames.at(-1)?.date ?? "")}</span>
      </span>
      {leftOut && (
        <p className="text-xs text-ink-2">
          {t("lapse_left_out", {
            n: format.number(leftOut.n),
            count: format.number(leftOut.count),
          })}
        </p>
      )}
    </fieldset>
  );
}

/** The count of the day's image with its range; of several images each has its own page. */
function FrameCount({ frame: { images } }: { frame: Frame }) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const countText = useCountText();
  const [only, ...others] = images;
  if (!only) return null;
  const text =
    others.length > 0
      ? t("lapse_images", { n: format.number(images.length) })
      : only.counts && t("lapse_trees", { n: countText(only.trees) });
  return text && <span className="block text-xs text-ink-2">{text}</span>;
}

function PaceChoice({ playing: { pace, setPace } }: { playing: Playing }) {
  const { t } = useTranslation("compare");
  return (
    <select
      aria-label={t("lapse_pace")}
      value={pace}
      onChange={(event) =>
        setPace(paces.find((one) => String(one) === event.target.value) ?? paces[1])
      }
      className="ms-auto h-8 rounded border border-line-strong bg-surface px-1.5 text-xs pointer-coarse:h-11"
    >
      {paces.map((one, i) => (
        <option key={one} value={one}>
          {t(`lapse_pace_${i}`)}
        </option>
      ))}
    </select>
  );
}
