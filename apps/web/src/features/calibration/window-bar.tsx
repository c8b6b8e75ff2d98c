import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { IconButton } from "../../ui/icon-button.tsx";

type Props = {
  windows: readonly CalibrationWindow[];
  n: number;
  onGo: (n: number) => void;
  /** At the end: how many annotations, or the state. */
  children: ReactNode;
};

/** Number of the window, and the way to those beside it. */
export function WindowBar({ windows, n, onGo, children }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const at = windows.findIndex((one) => one.n === n);
  const before = windows[at - 1];
  const after = windows[at + 1];
  return (
    <div className="flex min-h-12 items-center gap-1 px-3 py-1">
      <IconButton label={t("previous")} disabled={!before} onClick={() => before && onGo(before.n)}>
        <ChevronLeft />
      </IconButton>
      <h2 className="numeric text-sm font-semibold" aria-live="polite">
        {t("window_of", { n: format.number(at + 1), count: format.number(windows.length) })}
      </h2>
      <IconButton label={t("next")} disabled={!after} onClick={() => after && onGo(after.n)}>
        <ChevronRight />
      </IconButton>
      <div className="ms-auto flex items-center gap-2 text-sm">{children}</div>
    </div>
  );
}
