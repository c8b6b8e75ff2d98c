import type { Calibration, CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { Ban, Check, CircleDashed } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ProgressBar } from "../../ui/progress.tsx";
import { useWindowNames } from "./window-names.ts";

type Props = { calibration: Calibration; n: number; onGo: (n: number) => void };

const signs = { open: CircleDashed, counted: Check, skipped: Ban };
const colors = { open: "text-ink-3", counted: "text-good", skipped: "text-watch" };
const states = ["counted", "skipped", "open"] as const satisfies CalibrationWindow["state"][];

/** Every window with its state, how many there are of each, and how many are needed. */
export function WindowList({ calibration, n, onGo }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const names = useWindowNames(calibration);
  const { windows } = calibration;
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{t("windows")}</h2>
      <Counted calibration={calibration} />
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-1.5">
        {windows.map((window) => (
          <li key={window.n}>
            <button
              type="button"
              aria-label={names.withState(window)}
              aria-current={window.n === n || undefined}
              onClick={() => onGo(window.n)}
              className={cx(
                "numeric flex h-11 w-full items-center justify-center gap-1 rounded-md border text-sm",
                window.n === n
                  ? "border-accent bg-accent-soft font-semibold text-accent-strong"
                  : "border-line hover:bg-sunken",
              )}
            >
              {format.number(window.n)}
              <Sign state={window.state} />
            </button>
          </li>
        ))}
      </ol>
      <ul className="numeric flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
        {states.map((state) => (
          <li key={state} className="flex items-center gap-1">
            <Sign state={state} />
            {t(`state_${state}`)}:{" "}
            {format.number(windows.filter((one) => one.state === state).length)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Counted({ calibration }: Pick<Props, "calibration">) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { windows, counted, from_windows: isOwn } = calibration;
  const { needed } = calibrationLimits;
  const text = t("counted_of", {
    n: format.number(counted),
    count: format.number(windows.length),
  });
  return (
    <div className="grid gap-1.5 text-sm">
      <p className="numeric text-ink-2">{text}</p>
      <ProgressBar label={text} share={counted / windows.length} />
      {!isOwn && (
        <p className="text-xs text-ink-2">
          {t(counted < needed ? "needed" : "needs_more", { needed: format.number(needed) })}
        </p>
      )}
    </div>
  );
}

function Sign({ state }: { state: CalibrationWindow["state"] }) {
  const Shape = signs[state];
  return <Shape aria-hidden className={cx("size-3.5 shrink-0", colors[state])} />;
}
