import { type ReactNode, useRef, useState } from "react";
import { UnsavedDialog, UnsavedGuard } from "./unsaved-guard.tsx";

/**
 * Leaving a form without losing what was typed: `handleClose` asks first where there is something
 * to lose, and `guard` holds the question and keeps the address; it stands inside the form's frame. Who leaves gives up
 * what was typed: `onForget` is told.
 */
export function useLeave(isFormDirty: () => boolean, onClose: () => void, onForget?: () => void) {
  const leaving = useRef(false);
  const [asking, setAsking] = useState(false);
  const isDirty = () => !leaving.current && isFormDirty();

  function handleLeave() {
    leaving.current = true;
    onForget?.();
    onClose();
  }

  const handleClose = () => (isDirty() ? setAsking(true) : onClose());
  const guard: ReactNode = (
    <>
      <UnsavedGuard isDirty={isDirty} onLeave={onForget} />
      <UnsavedDialog open={asking} onStay={() => setAsking(false)} onLeave={handleLeave} />
    </>
  );
  return { handleClose, guard };
}
