import { stretchedViews, type ViewSettings, viewBounds } from "@nihol/contract/values/imagery";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";

type Props = {
  view: ViewSettings;
  onView: (view: ViewSettings) => void;
  onUsual: () => void;
  opacity?: number;
  onOpacity?: (opacity: number) => void;
};

/** Opacity, what is cut off at both ends of the brightness, and gamma. Loaded when they are asked for. */
export default function ViewSliders({ view, onView, onUsual, opacity, onOpacity }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const percent = (value: number) => `${format.number(value, 1)} %`;
  const isStretched = stretchedViews.includes(view.view);
  return (
    <div className="grid gap-3 text-sm">
      {onOpacity && (
        <Slider
          label={t("opacity")}
          value={opacity ?? 1}
          bounds={{ min: 0, max: 1, step: 0.05 }}
          text={(value) => percent(value * 100)}
          onChange={onOpacity}
        />
      )}
      {isStretched && (
        <>
          <Slider
            label={t("view_low")}
            value={view.low}
            bounds={viewBounds.cut}
            text={percent}
            onChange={(low) => onView({ ...view, low })}
          />
          <Slider
            label={t("view_high")}
            value={view.high}
            bounds={viewBounds.cut}
            text={percent}
            onChange={(high) => onView({ ...view, high })}
          />
          <Slider
            label={t("view_gamma")}
            value={view.gamma}
            bounds={viewBounds.gamma}
            text={(value) => format.number(value, 1)}
            onChange={(gamma) => onView({ ...view, gamma })}
          />
        </>
      )}
      <Button size="sm" className="justify-self-start" onClick={onUsual}>
        {t("view_usual")}
      </Button>
    </div>
  );
}

type SliderProps = {
  label: string;
  value: number;
  bounds: { min: number; max: number; step: number };
  text: (value: number) => string;
  onChange: (value: number) => void;
};

/** Each value is a new set of tiles: it is told on when the hand rests. */
const restMs = 250;

function Slider({ label, value, bounds, text, onChange }: SliderProps) {
  const id = useId();
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setDraft(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function handleChange(next: number) {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), restMs);
  }
  return (
    <div className="grid gap-0.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-ink-2">
          {label}
        </label>
        <span className="numeric text-xs text-ink-3">{text(draft)}</span>
      </div>
      <input
        id={id}
        type="range"
        {...bounds}
        value={draft}
        aria-valuetext={text(draft)}
        onChange={(event) => handleChange(Number(Number(event.target.value).toFixed(2)))}
        className="h-6 w-full accent-(--accent)"
      />
    </div>
  );
}
