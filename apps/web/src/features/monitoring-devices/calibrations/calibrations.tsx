import type { DeviceCalibration } from "@nihol/contract/sensors/device-calibrations";
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { cx } from "../../../lib/cx.ts";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { LogSection } from "../taking-back/log-section.tsx";
import { TakeBackDialog } from "../taking-back/take-back-dialog.tsx";
import { CalibrationForm } from "./calibration-form.tsx";

const pollMs = 2000;
type Asking = { what: "add" } | { what: "change" | "take-back"; calibration: DeviceCalibration };

const isWaiting = (all: readonly DeviceCalibration[] | undefined) =>
  all?.some((one) => !one.is_computed) ?? false;

/** Calibrations of a device; while one waits for the worker they are asked for again, and then whatever shows its values. */
function useCalibrations(device: number) {
  const query = useQuery({
    queryKey: [paths.device, "calibration", device],
    queryFn: ({ signal }) => ask("GET /device/:id/calibration", { params: { id: device }, signal }),
    refetchInterval: ({ state }) => (isWaiting(state.data?.results) ? pollMs : false),
  });
  const waits = isWaiting(query.data?.results);
  const waited = useRef(false);
  useEffect(() => {
    if (waited.current && !waits) void refresh(paths.device);
    waited.current = waits;
  }, [waits]);
  return query;
}

/** Calibrations of a device, with who, when and why, and what each has changed. */
export function Calibrations({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const [asking, setAsking] = useState<Asking>();
  const query = useCalibrations(device.id);
  const close = () => setAsking(undefined);
  return (
    <LogSection
      query={query}
      title={t("calibrations")}
      none={t("calibration_none")}
      add={t("calibration_add")}
      icon={<SlidersHorizontal className="size-4" />}
      onAdd={() => setAsking({ what: "add" })}
      entry={(calibration, mayChange) => (
        <>
          <Entry calibration={calibration} />
          {mayChange && !calibration.taken_back && (
            <Actions calibration={calibration} onAsk={setAsking} />
          )}
        </>
      )}
    >
      {asking?.what === "add" && <CalibrationForm device={device} onClose={close} />}
      {asking?.what === "change" && (
        <CalibrationForm device={device} replaced={asking.calibration} onClose={close} />
      )}
      {asking?.what === "take-back" && (
        <TakeBack device={device.id} calibration={asking.calibration} onClose={close} />
      )}
    </LogSection>
  );
}

type ActionProps = { calibration: DeviceCalibration; onAsk: (asking: Asking) => void };

function Actions({ calibration, onAsk }: ActionProps) {
  const { t } = useTranslation("devices");
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onAsk({ what: "change", calibration })}>
        {t("calibration_change")}
      </Button>
      <Button size="sm" onClick={() => onAsk({ what: "take-back", calibration })}>
        {t("calibration_take_back")}
      </Button>
    </div>
  );
}

type TakeBackProps = { device: number; calibration: DeviceCalibration; onClose: () => void };

/** Asks why values are to be shown without it again. */
function TakeBack({ device, calibration, onClose }: TakeBackProps) {
  const { t } = useTranslation("devices");
  const params = { id: device, calibration: calibration.id };
  return (
    <TakeBackDialog
      title={t("calibration_take_back_title")}
      text={t("calibration_take_back_text")}
      action={t("calibration_take_back")}
      done={t("calibration_taken_back")}
      schema={async () =>
        (await import("@nihol/contract/sensors/device-calibrations")).deviceCalibrationTakeBack.body
      }
      onSend={(body) =>
        ask("POST /device/:id/calibration/:calibration/take-back", { params, body })
      }
      onClose={onClose}
    />
  );
}

/** Says how many values are shown otherwise, and their mean before and after. */
function useEffectText(calibration: DeviceCalibration) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const parameters = useParameters();
  const { parameter, taken_back, effect, effect_of_taking_back } = calibration;
  const last = taken_back ? effect_of_taking_back : effect;
  if (!last) return undefined;
  if (last.values === 0) return t("calibration_effect_none");
  const mean = (value: number | null) =>
    `${parameters.number(parameter, value)}\u00a0${parameters.unitAfter(parameter)}`.trim();
  return t("calibration_effect", {
    n: format.number(last.values),
    before: mean(last.mean_before),
    after: mean(last.mean_after),
  });
}

function Entry({ calibration }: { calibration: DeviceCalibration }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const parameters = useParameters();
  const effect = useEffectText(calibration);
  const { parameter, from, to, gain, offset, reference, sent, note } = calibration;
  const { added, taken_back: takenBack } = calibration;
  const value = (one: number) => `${format.number(one, 6)} ${parameters.unitAfter(parameter)}`;
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className={cx("font-medium", takenBack && "text-ink-3 line-through")}>
          {parameters.name(parameter)}
        </span>
        <span className="numeric text-ink-2">
          {t("calibration_formula", { gain: format.number(gain, 6), offset: value(offset).trim() })}
        </span>
      </p>
      <p className="numeric text-ink-2">
        {`${format.dateTime(from)} – ${to ? format.dateTime(to) : t("calibration_goes_on")}`}
      </p>
      <p className="whitespace-pre-wrap break-words">{note}</p>
      {reference !== null && sent !== null && (
        <p className="text-ink-2">
          {t("calibration_against", {
            reference: value(reference).trim(),
            sent: value(sent).trim(),
          })}
        </p>
      )}
      {calibration.is_computed ? (
        effect && <p role="status">{effect}</p>
      ) : (
        <p role="status">
          <Badge tone="info" shape="running">
            {t("calibration_waits")}
          </Badge>
        </p>
      )}
      <p className="text-xs text-ink-3">
        {t("calibration_by", { name: added.name, date: format.dateTime(added.at) })}
      </p>
      {takenBack && (
        <p className="text-xs break-words text-ink-3">
          {t("bad_by_taken_back", { name: takenBack.name, date: format.dateTime(takenBack.at) })}
          {takenBack.note && ` · ${takenBack.note}`}
        </p>
      )}
    </>
  );
}
