import type { DevicePast } from "@nihol/contract/sensors/devices";
import { deviceTypes, pastSpanNames } from "@nihol/contract/values/devices";
import { Pause, Play, StepForward, X } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useMedia } from "../../../lib/use-media.ts";
import { FailureNote } from "../../../ui/error-panel.tsx";
import { Segmented } from "../../../ui/form/segmented.tsx";
import { SelectBox } from "../../../ui/form/select-field.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import type { OptionsProps, PointChoice } from "../../points/point-layer.tsx";
import type { DeviceRow } from "./device-row.tsx";
import { PastKey } from "./past-key.tsx";

/** Milliseconds for which a step is shown while it is played. */
const stepMs = 800;
const hourMs = 3_600_000;

type Props = {
  past: NonNullable<PointChoice["past"]>;
  data: DevicePast | undefined;
  isWaiting: boolean;
  error: unknown;
  rows: readonly DeviceRow[];
  step: number;
  onStep: (step: number) => void;
};

/** Plays how devices were: through the steps of a day or a week, by their states or one parameter. */
export function PastBar({ past, data, isWaiting, error, rows, step, onStep }: Props) {
  const { t } = useTranslation(["map", "app"]);
  const format = useFormat();
  const { span, by, onChange } = past;
  return (
    <section
      aria-label={t("past")}
      aria-busy={isWaiting || undefined}
      data-print="no"
      className="popup pointer-events-auto grid gap-1.5 p-2 text-xs"
    >
      <div className="flex flex-wrap items-center gap-1.5">
        <Segmented
          label={t("period")}
          value={span}
          onChange={(next) => onChange({ past: next })}
          options={pastSpanNames.map((value) => ({ value, label: t(`past_${value}`) }))}
        />
        <IconButton
          label={t("app:close")}
          className="ms-auto"
          onClick={() => onChange({ past: undefined, by: undefined })}
        >
          <X />
        </IconButton>
      </div>
      <ColorChoice by={by} rows={rows} onChange={(next) => onChange({ by: next })} />
      {data && <Steps {...{ data, step, onStep }} />}
      {data && <PastKey data={data} parameter={by} />}
      {data && data.left > 0 && (
        <p className="text-ink-3">{t("past_left", { n: format.number(data.left) })}</p>
      )}
      <FailureNote error={error} />
    </section>
  );
}

const byState = "state";

type ColorProps = Pick<Props, "rows"> & {
  by: string | undefined;
  onChange: (by: string | undefined) => void;
};

/** By states, or a parameter that the devices of the map measure. */
function ColorChoice({ by, rows, onChange }: ColorProps) {
  const { t } = useTranslation("map");
  const parameters = useParameters();
  const shown = deviceTypes.filter((type) => rows.some((one) => one.type === type));
  const offered = parameters.rows.filter(
    ({ key, device_types }) => key === by || device_types.some((type) => shown.includes(type)),
  );
  return (
    <SelectBox
      aria-label={t("past_by")}
      value={by ?? byState}
      onChange={(next) => onChange(next === byState ? undefined : next)}
      options={[
        { value: byState, label: t("past_by_state") },
        ...offered.map(({ key }) => ({ value: key, label: parameters.name(key) })),
      ]}
    />
  );
}

type StepsProps = Pick<Props, "step" | "onStep"> & { data: DevicePast };

/** The slider and its button. Whoever wants nothing to move goes on step by step. */
function Steps({ data: { from, steps, step_hours }, step, onStep }: StepsProps) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const id = useId();
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const [isPlaying, setPlaying] = useState(false);
  const last = steps - 1;
  useEffect(() => {
    if (!isPlaying) return;
    if (step >= last) return setPlaying(false);
    const timer = setTimeout(() => onStep(step + 1), stepMs);
    return () => clearTimeout(timer);
  }, [isPlaying, step, last, onStep]);
  function handlePlay() {
    if (step >= last) onStep(0);
    else if (isStill) onStep(step + 1);
    if (!isStill) setPlaying(!isPlaying);
  }
  const begin = Date.parse(from) + step * step_hours * hourMs;
  const text = `${format.dateTime(begin)} – ${format.time(begin + step_hours * hourMs)}`;
  const action = isStill ? "past_next" : isPlaying ? "past_pause" : "past_play";
  return (
    <div className="flex items-center gap-2">
      <IconButton label={t(action)} onClick={handlePlay}>
        {isStill ? <StepForward /> : isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <div className="grid min-w-0 grow gap-0.5">
        <label htmlFor={id}>
          <span className="sr-only">{t("past_time")}</span>
          {/* Said aloud where a person moves it, not sixty times a minute. */}
          <span className="numeric font-medium" aria-live={isPlaying ? "off" : "polite"}>
            {text}
          </span>
        </label>
        <input
          type="range"
          id={id}
          value={step}
          max={last}
          aria-valuetext={text}
          onChange={(event) => {
            setPlaying(false);
            onStep(Number(event.target.value));
          }}
          onKeyDown={(event) => {
            if (event.key !== " ") return;
            event.preventDefault();
            handlePlay();
          }}
          className="w-full accent-(--accent) pointer-coarse:h-8"
        />
      </div>
    </div>
  );
}

/** Shows the last hours in place of now. */
export function PastSwitch({ search, onSearch }: OptionsProps) {
  const { t } = useTranslation("map");
  return (
    <Switch
      label={t("past_switch")}
      checked={search.past !== undefined}
      onChange={(on) => onSearch({ past: on ? "day" : undefined, by: undefined })}
    />
  );
}
