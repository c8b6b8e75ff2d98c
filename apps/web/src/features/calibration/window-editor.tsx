import type { Calibration } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { CircleHelp, Eraser } from "lucide-react";
import { type RefObject, useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { AnnotationSigns, Crosshair } from "../../parts/annotating/annotation-signs.tsx";
import { UndoButton } from "../../parts/annotating/undo-button.tsx";
import { type Refusal, useMarking } from "../../parts/annotating/use-annotating.ts";
import { type Draft, useDraft } from "../../parts/annotating/use-draft.ts";
import { useSendDraft } from "../../parts/annotating/use-send-draft.ts";
import { Button } from "../../ui/button.tsx";
import { useLeave } from "../../ui/form/use-leave.tsx";
import { frameOf } from "./shown-window.ts";
import { WindowBar } from "./window-bar.tsx";
import { useWindowNames } from "./window-names.ts";
import type { WindowProps } from "./window-props.ts";
import { WindowStage } from "./window-stage.tsx";

type Props = WindowProps & {
  stage: RefObject<HTMLDivElement | null>;
  /** The window is saved: what the server answered. */
  onSaved: (answer: Calibration) => void;
  isDirty: RefObject<() => boolean>;
  /** Somebody else has finished it while annotations were being set here. */
  isTaken: boolean;
  /** Given while a saved window is being corrected: goes back to it. */
  onCancel?: () => void;
};

/** Editor of a window that is being counted: annotations on the image, and their buttons. */
export function WindowEditor({
  calibration,
  window,
  onGo,
  stage,
  onSaved,
  isDirty,
  isTaken,
  onCancel,
}: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const names = useWindowNames(calibration);
  const keys = useId();
  const frame = frameOf(window);
  const draft = useDraft(window.marks);
  useEffect(() => {
    isDirty.current = draft.isDirty;
    return () => {
      isDirty.current = () => false;
    };
  });
  const { crosshair, refusal, handlers } = useMarking(frame, draft, calibrationLimits.annotations);
  const { handleClose, guard } = useLeave(draft.isDirty, onCancel ?? (() => undefined));
  const { busy, save } = useSave(calibration, window.n, draft, onSaved);
  return (
    <>
      <WindowBar windows={calibration.windows} n={window.n} onGo={onGo}>
        <output aria-live="polite" className="numeric font-medium">
          {t("marks_n", { n: format.number(draft.annotations.length) })}
        </output>
      </WindowBar>
      <WindowStage
        window={window}
        box={{
          ref: stage,
          role: "application",
          tabIndex: 0,
          "aria-label": names.stage(window),
          "aria-describedby": keys,
          className: "cursor-crosshair",
          ...handlers,
        }}
      >
        <AnnotationSigns frame={frame} points={draft.annotations} />
        {crosshair && <Crosshair frame={frame} point={crosshair} />}
      </WindowStage>
      <p id={keys} className="sr-only">
        {t("keys")}
      </p>
      <div className="grid gap-2 px-4 py-2.5">
        {isTaken && (
          <p role="alert" className="text-sm text-watch">
            {t("taken")}
          </p>
        )}
        <Hint refusal={refusal} />
        <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
          <UndoButton draft={draft} label={t("undo")} />
          <Button
            icon={<Eraser className="size-4" />}
            disabled={draft.annotations.length === 0}
            onClick={() => draft.set([])}
          >
            {t("clear")}
          </Button>
          <Button
            className={cx(!onCancel && "max-sm:col-span-2")}
            icon={<CircleHelp className="size-4" />}
            disabled={busy}
            onClick={() => void save([], true)}
          >
            {t("nobody")}
          </Button>
          {onCancel && <Button onClick={handleClose}>{t("app:cancel")}</Button>}
          <Button
            tone="primary"
            className="max-sm:order-first max-sm:col-span-2 sm:ms-auto"
            busy={busy}
            onClick={() => void save(draft.annotations, false)}
          >
            {t(onCancel ? "app:save" : "save_next")}
          </Button>
        </div>
      </div>
      {guard}
    </>
  );
}

/** Says what to do, or why the last press set nothing; always room for all of its lines. */
function Hint({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  return (
    <p
      role="status"
      className={cx(
        "min-h-15 content-center text-sm sm:min-h-10",
        refusal ? "text-watch" : "text-ink-2",
      )}
    >
      {t(refusal ?? "hint", { max: format.number(calibrationLimits.annotations) })}
    </p>
  );
}

function useSave(
  { whole_image }: Calibration,
  n: number,
  draft: Draft,
  onSaved: (answer: Calibration) => void,
) {
  const { busy, send } = useSendDraft(draft, onSaved);
  const save = (annotations: Draft["annotations"], skipped: boolean) =>
    send(() =>
      ask("PUT /whole-image/:id/calibration/:n", {
        params: { id: whole_image, n },
        body: { marks: [...annotations], skipped },
      }),
    );
  return { busy, save };
}
