import type { Calibration, CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { nextOpen } from "./next-open.ts";
import { useShownWindow } from "./shown-window.ts";
import { WindowEditor } from "./window-editor.tsx";
import { windowImageQuery } from "./window-image.ts";
import type { WindowProps } from "./window-props.ts";
import { WindowReview } from "./window-review.tsx";

type Props = Omit<WindowProps, "window"> & {
  window: CalibrationWindow;
  onSaved: (answer: Calibration) => void;
  /** Filled with whether there are unsaved annotations. */
  isDirty: RefObject<() => boolean>;
};

/** Shows the chosen sample plot: to be counted, and with its detections once it is counted. */
export function WindowView({ calibration, window, onGo, onSaved, isDirty }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const shown = useShownWindow(window);
  // Last action on a sample plot: correcting it, or cancelling the correction.
  const [choice, setChoice] = useState<{ n: number; corrects: boolean }>();
  const corrects = choice?.n === window.n ? choice.corrects : undefined;
  const edited = useRef<number>(undefined);
  const isMeant = calibration.can.change && (window.state === "open" || corrects === true);
  // Counted by someone else in the meantime, or the image is being counted anew: annotations that stand here stay.
  const isHeld = edited.current === window.n && corrects !== false && isDirty.current();
  const isEdited = isMeant || isHeld;
  edited.current = isEdited ? window.n : undefined;
  const isTaken = isEdited && window.state !== "open" && !corrects;
  const takeFocus = useFocusAfterSaving(stage, `${window.n} ${isEdited}`);
  usePrefetchedImage(nextOpen(calibration.windows, window.n)?.picture);

  function handleSaved(answer: Calibration) {
    const next = corrects ? undefined : nextOpen(answer.windows, window.n);
    setChoice(undefined);
    takeFocus();
    onSaved(answer);
    if (next) onGo(next.n);
  }
  const shared = { calibration, window: shown, onGo, stage };
  return isEdited ? (
    <WindowEditor
      key={window.n}
      {...shared}
      onSaved={handleSaved}
      isDirty={isDirty}
      isTaken={isTaken}
      onCancel={corrects || isTaken ? () => setChoice({ n: window.n, corrects: false }) : undefined}
    />
  ) : (
    <WindowReview {...shared} onCorrect={() => setChoice({ n: window.n, corrects: true })} />
  );
}

/** The button that saved a window is removed with it: the focus moves on to the next image, not to the page's top. */
function useFocusAfterSaving(stage: RefObject<HTMLDivElement | null>, shown: string) {
  const isDue = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another window, or another way to show it
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    stage.current?.focus({ preventScroll: true });
  }, [shown, stage]);
  return () => {
    isDue.current = true;
  };
}

/** Fetches the next image while this one is counted. */
function usePrefetchedImage(address: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (address) void client.prefetchQuery(windowImageQuery(address));
  }, [client, address]);
}
