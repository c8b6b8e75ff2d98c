import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import { reasonText } from "@nihol/locales/reason-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Puts a reason of a verdict into words and figures. */
export function useReasonText(): (reason: VerdictReason) => string {
  const { t } = useTranslation(["verdicts", "planting"]);
  const { language, date } = useFormat();
  return (reason) =>
    reasonText(reason, {
      ...{ language, date },
      text: (key, params) => t(key.replace(".", ":"), params ?? {}),
    });
}
