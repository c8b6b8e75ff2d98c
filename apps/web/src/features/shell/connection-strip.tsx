import { WifiOff } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useIsLineLost, watchLine, whenLineIsBack } from "../../lib/api/connection.ts";
import { queryClient } from "../../lib/api/query-client.ts";

/** Says, on every screen, that nothing answers; what is open stays, and is asked for anew when the line is back. */
export function ConnectionStrip() {
  const { t } = useTranslation("app");
  const isLost = useIsLineLost();
  useEffect(watchLine, []);
  useEffect(() => {
    if (!isLost) return;
    return whenLineIsBack(
      () => void queryClient.refetchQueries({ type: "active", predicate: (one) => one.isStale() }),
    );
  }, [isLost]);
  // Always there, so that what comes into it is read out.
  return (
    <div role="status" data-print="no">
      {isLost && (
        <p className="flex items-center justify-center gap-2 bg-watch-soft px-4 py-1 text-sm font-medium text-watch">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("line_lost")}
        </p>
      )}
    </div>
  );
}
