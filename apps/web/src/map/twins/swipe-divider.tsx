import { ChevronsLeftRight } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Props = {
  /** Per cent of the width that the earlier image takes, 0 to 100. */
  value: number;
  onChange: (value: number) => void;
};

const step = 2;
const leap = 10;

/** The line between two images: dragged, or moved by the keys of a slider (arrows, Page up and down, Home, End). */
export function SwipeDivider({ value, onChange }: Props) {
  const { t } = useTranslation("compare");
  const format = useFormat();
  const set = (next: number) => onChange(Math.min(100, Math.max(0, next)));

  function handleKey(event: KeyboardEvent) {
    const next = {
      ArrowLeft: value - (event.shiftKey ? leap : step),
      ArrowDown: value - step,
      ArrowRight: value + (event.shiftKey ? leap : step),
      ArrowUp: value + step,
      PageDown: value - leap,
      PageUp: value + leap,
      Home: 0,
      End: 100,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  }

  function handleMove(event: PointerEvent<HTMLDivElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    if (box) set(((event.clientX - box.left) / box.width) * 100);
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t("divider")}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      aria-valuetext={t("divider_value", { share: format.share(value / 100, 0) })}
      onKeyDown={handleKey}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={handleMove}
      className="group absolute inset-y-0 z-20 -ms-5 w-10 cursor-ew-resize touch-none focus-visible:outline-none"
      style={{ left: `${value}%` }}
    >
      <span className="absolute inset-y-0 left-1/2 w-1 -translate-x-1/2 bg-white shadow-[0_0_0_1px_rgb(0_0_0/45%)] group-focus-visible:bg-accent" />
      {/* Below the middle, where a chosen tree stands. */}
      <span className="absolute top-3/4 left-1/2 flex size-10 -translate-1/2 items-center justify-center rounded-full border-2 border-white bg-raised text-ink shadow-pop outline-offset-2 group-focus-visible:outline-3 group-focus-visible:outline-accent">
        <ChevronsLeftRight aria-hidden className="size-5" />
      </span>
    </div>
  );
}
