import type { Calibration, CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Names of a window: on the image, and in the list with its state. */
export function useWindowNames({ side_m }: Pick<Calibration, "side_m">) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  return {
    stage: ({ n }: CalibrationWindow) =>
      t("stage", { n: format.number(n), side: format.number(side_m, 0) }),
    withState: ({ n, state }: CalibrationWindow) =>
      t("window_state", { n: format.number(n), state: t(`state_${state}`) }),
  };
}
