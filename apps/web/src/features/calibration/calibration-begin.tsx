import type { Calibration } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { ScanSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { useBegin } from "./use-begin.ts";

type Props = { calibration: Calibration; isCompleted: boolean };

/** Before there are windows: why and how, and the way to begin; then that they are being drawn. */
export function CalibrationBegin({ calibration, isCompleted }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { busy, begin } = useBegin(String(calibration.whole_image));
  const { windows, needed } = calibrationLimits;
  if (calibration.state === "drawing") return <Drawing />;
  const about = t("empty_text", {
    n: format.number(windows.first),
    needed: format.number(needed),
  });
  return (
    <EmptyState
      icon={<ScanSearch />}
      title={t("empty_title")}
      text={isCompleted ? about : t("processing_text")}
      action={
        calibration.can.change && isCompleted ? (
          <Button tone="primary" busy={busy} onClick={() => void begin()}>
            {t("begin")}
          </Button>
        ) : (
          isCompleted && <p className="text-sm text-ink-3">{t("view_only")}</p>
        )
      }
    />
  );
}

/** Shown in the windows' place while there are none yet. */
export function Drawing() {
  const { t } = useTranslation("calibration");
  return (
    <div role="status" className="my-auto">
      <EmptyState
        icon={<ScanSearch />}
        title={t("drawing")}
        text={t("drawing_text")}
        action={
          <div className="w-56">
            <ProgressBar label={t("drawing")} />
          </div>
        }
      />
    </div>
  );
}
