import { Radio, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import type { LiveState } from "./use-live-devices.ts";

/** Says whether new values arrive by themselves; nothing before the line is there. */
export function LiveNote({ state }: { state: LiveState }) {
  const { t } = useTranslation("monitoring");
  const isLost = state === "lost";
  const Sign = isLost ? WifiOff : Radio;
  return (
    <p
      role="status"
      data-print="no"
      className={cx(
        "flex min-h-5 items-center gap-1.5 text-xs",
        isLost ? "text-watch" : "text-ink-3",
      )}
    >
      {state !== "waiting" && (
        <>
          <Sign aria-hidden className="size-3.5" />
          {t(isLost ? "live_lost" : "live_on")}
        </>
      )}
    </p>
  );
}
