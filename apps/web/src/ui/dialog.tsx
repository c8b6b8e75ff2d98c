import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import { sendByKey } from "../lib/form/send-by-key.ts";
import { firstField } from "../lib/navigation/first-field.ts";
import { iconButtonClass } from "./icon-button.tsx";
import { SkeletonLines } from "./skeleton.tsx";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  width?: "sm" | "md" | "lg";
  /** Keeps one height whatever it holds: what is pressed in it, such as its tabs, stays where it is. */
  isTall?: boolean;
  /** Element that has the focus afterwards; what had it before when left out. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
};

const widths = { sm: "max-w-md", md: "max-w-xl", lg: "max-w-4xl" };

/**
 * Takes the focus in the dialog: its first field, or itself where it has none, so that no key presses the cross. Under
 * a finger too it is the dialog: the keyboard of a phone would hide what it asks.
 */
function focusIn(popup: HTMLElement | null): HTMLElement | null {
  const isTouch = window.matchMedia("(pointer: coarse)").matches;
  return (!isTouch && popup && firstField(popup)) || popup;
}

/** Fields that come later than the dialog take the focus if nobody has moved it meanwhile. */
function FocusWhenShown({ popup }: { popup: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    if (document.activeElement === popup.current) focusIn(popup.current)?.focus();
  }, [popup]);
  return null;
}

/**
 * A question or task that must be answered before going on. Esc and the cross leave it; Ctrl Enter sends the form in it.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  width = "sm",
  isTall = false,
  finalFocus,
}: Props) {
  const { t } = useTranslation("app");
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        {/* Over another dialog too: what asks last stands out from the one that waits. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Popup
          ref={popup}
          initialFocus={() => focusIn(popup.current)}
          finalFocus={() => {
            if (!finalFocus?.current?.isConnected) return true;
            // By hand: of what no key stops at the library would take the first button within.
            finalFocus.current.focus();
            return false;
          }}
          onKeyDown={sendByKey}
          className={cx(popupClass, widths[width], isTall && "h-[42rem]")}
        >
          <header className="flex items-start justify-between gap-3 px-5 pt-4">
            <Base.Title className="min-w-0 pt-1 text-lg break-words font-semibold text-balance">
              {title}
            </Base.Title>
            <Base.Close className={iconButtonClass} aria-label={t("close")}>
              <X />
            </Base.Close>
          </header>
          {description && (
            <Base.Description className="px-5 pt-1 text-ink-2">{description}</Base.Description>
          )}
          <div className="min-h-0 grow overflow-y-auto px-5 pt-3 pb-5">
            {/* Its texts may still be on their way: the screen behind would be hidden for them, and lose the focus. */}
            <Suspense fallback={<SkeletonLines />}>
              {children}
              <FocusWhenShown popup={popup} />
            </Suspense>
          </div>
          {actions && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

const popupClass =
  "popup fixed outline-none top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col transition data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0";
