import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import { sendByKey } from "../lib/form/send-by-key.ts";
import { useFocusWhileOpen } from "../lib/navigation/focus.ts";
import { IconButton } from "./icon-button.tsx";

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Beside the cross: edit, delete. */
  tools?: ReactNode;
  /** Stays at the bottom: save, cancel. */
  footer?: ReactNode;
  wide?: boolean;
};

/**
 * Details beside a list that stays in place and usable; over everything on a narrow screen.
 * Takes the focus when it opens, gives it back when it closes; Esc closes, Ctrl Enter sends the form in it.
 */
export function SidePanel({ title, onClose, children, tools, footer, wide }: Props) {
  const { t } = useTranslation("app");
  const id = useId();
  const panel = useFocusWhileOpen();
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        sendByKey(event);
        if (event.key !== "Escape" || event.defaultPrevented || !isInside(event)) return;
        // The question that this may open listens on the document: the same key would answer it.
        event.stopPropagation();
        onClose();
      }}
      className={cx(
        "fixed inset-0 z-30 flex flex-col bg-surface outline-none print:static print:block print:w-auto! lg:static lg:z-auto lg:shrink-0 lg:border-s lg:border-line",
        wide ? "lg:w-[min(46rem,55vw)]" : "lg:w-[min(28rem,42vw)]",
      )}
    >
      <header className="flex min-h-15.25 shrink-0 flex-wrap items-center justify-end gap-2 border-b border-line py-2 pe-3 ps-5">
        {/* Beside its buttons where a word has room there, else in lines of its own above them. */}
        <h2
          id={id}
          className="min-w-0 grow basis-44 text-base font-semibold text-balance break-words"
        >
          {title}
        </h2>
        <div data-print="no" className="ms-auto flex shrink-0 items-center gap-2">
          {tools}
          <IconButton label={t("close")} onClick={onClose}>
            <X />
          </IconButton>
        </div>
      </header>
      <div className="min-h-0 grow overflow-y-auto px-5 py-4 print:overflow-visible">
        {children}
      </div>
      {footer && (
        <footer
          data-print="no"
          className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-5 py-3"
        >
          {footer}
        </footer>
      )}
    </section>
  );
}

/** React carries events out of portals: Esc in a dialog over the panel is not the panel's. */
function isInside(event: React.KeyboardEvent<HTMLElement>): boolean {
  return event.target instanceof Node && event.currentTarget.contains(event.target);
}
