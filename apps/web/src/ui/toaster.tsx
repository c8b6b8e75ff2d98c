import { Check, CircleAlert, Info, X } from "lucide-react";
import { resolveValue, type Toast, toast, useToaster } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { Spinner } from "./button.tsx";

const icons = {
  success: <Check className="size-4 text-good" />,
  error: <CircleAlert className="size-4 text-act" />,
  loading: <Spinner />,
  blank: <Info className="size-4 text-ink-3" />,
  custom: null,
};

/**
 * Notices at the top right; the library's own limits are the specification's (20 at once, 2 s for
 * success, 4 s for error; blank, error, success, loading, custom). Use `toast` from
 * `react-hot-toast/headless`: the other entry writes styles that the security policy blocks.
 */
export function Toaster() {
  const { t } = useTranslation("app");
  const { toasts, handlers } = useToaster();
  return (
    <section
      aria-label={t("notices")}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      className="pointer-events-none fixed top-3 inset-e-3 z-60 flex w-80 max-w-[calc(100vw-1.5rem)] flex-col gap-2"
    >
      {toasts
        .filter((one) => one.visible)
        .map((one) => (
          <Notice key={one.id} notice={one} />
        ))}
    </section>
  );
}

function Notice({ notice }: { notice: Toast }) {
  const { t } = useTranslation("app");
  return (
    <div
      {...notice.ariaProps}
      className="popup pointer-events-auto flex items-start gap-2.5 py-2.5 pe-1.5 ps-3 text-sm"
    >
      <span className="mt-0.5 flex">{notice.icon ?? icons[notice.type]}</span>
      <div className="grow py-px break-words">{resolveValue(notice.message, notice)}</div>
      <button
        type="button"
        aria-label={t("close")}
        onClick={() => toast.dismiss(notice.id)}
        className="flex size-6 items-center justify-center rounded text-ink-3 hover:text-ink"
      >
        <X className="size-3.5" />
      </button>
    </div>
  );
}
