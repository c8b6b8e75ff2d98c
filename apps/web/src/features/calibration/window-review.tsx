import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import {
  AnnotationSigns,
  FoundSigns,
  LegendSign,
} from "../../parts/annotating/annotation-signs.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { nextOpen } from "./next-open.ts";
import { frameOf } from "./shown-window.ts";
import { WindowBar } from "./window-bar.tsx";
import { useWindowNames } from "./window-names.ts";
import type { WindowProps } from "./window-props.ts";
import { WindowStage } from "./window-stage.tsx";
import { windowStyles } from "./window-state.ts";

type Props = WindowProps & { stage: RefObject<HTMLDivElement | null>; onCorrect: () => void };

/** Review of a window that is counted: people's annotations beside the detections. */
export function WindowReview({ calibration, window, onGo, stage, onCorrect }: Props) {
  const { t } = useTranslation("calibration");
  const names = useWindowNames(calibration);
  const { windows, can } = calibration;
  const open = nextOpen(windows, window.n);
  return (
    <>
      <WindowBar windows={windows} n={window.n} onGo={onGo}>
        <Badge {...windowStyles[window.state]}>{t(`state_${window.state}`)}</Badge>
      </WindowBar>
      <WindowStage
        window={window}
        box={{ ref: stage, role: "img", tabIndex: -1, "aria-label": names.stage(window) }}
      >
        <FoundSigns frame={frameOf(window)} points={window.found ?? []} />
        <AnnotationSigns frame={frameOf(window)} points={window.marks} />
      </WindowStage>
      <div className="grid gap-2 px-4 py-2.5">
        <div className="min-h-15 content-center sm:min-h-10">
          {window.state === "counted" ? (
            <Legend window={window} isDrawing={calibration.state === "drawing"} />
          ) : (
            <p className="text-sm text-ink-2">
              {t(window.state === "skipped" ? "skipped_text" : "not_counted_text")}
            </p>
          )}
        </div>
        <div className="grid min-h-9 items-center gap-2 pointer-coarse:min-h-11 sm:flex sm:flex-wrap">
          {can.change && (
            <Button onClick={onCorrect}>
              {t(window.state === "skipped" ? "count_after_all" : "correct")}
            </Button>
          )}
          {!can.change && (
            <p className="text-sm text-ink-3">
              {t(can.change_once_counted ? "processing_text" : "view_only")}
            </p>
          )}
          {can.change && !open && <p className="text-sm text-ink-2 sm:ms-auto">{t("all_done")}</p>}
          {can.change && open && (
            <Button
              tone="primary"
              className="max-sm:order-first sm:ms-auto"
              onClick={() => onGo(open.n)}
            >
              {t("next_open")}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

type LegendProps = { window: CalibrationWindow; isDrawing: boolean };

/** The two signs with their numbers, and who counted. */
function Legend({ window, isDrawing }: LegendProps) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <ul aria-label={t("legend")} className="numeric flex flex-wrap gap-x-4 gap-y-1">
        <li className="flex items-center gap-2">
          <LegendSign kind="mark" />
          {t("legend_marked", { n: format.number(window.marks.length) })}
        </li>
        {window.found && (
          <li className="flex items-center gap-2">
            <LegendSign kind="found" />
            {t("legend_found", { n: format.number(window.found.length) })}
          </li>
        )}
      </ul>
      {!window.found && !isDrawing && <p className="text-watch">{t("not_compared")}</p>}
      {window.counted_by && (
        <p className="text-xs text-ink-3">
          {t("counted_by", { name: window.counted_by, date: format.date(window.counted_at) })}
        </p>
      )}
    </div>
  );
}
