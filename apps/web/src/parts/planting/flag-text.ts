import type { EvidenceFlag } from "@nihol/contract/values/planting/evidence-flags";
import { flagText } from "@nihol/locales/flag-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Words a flag, with its figures; `task` is the one that is looked at. */
export function useFlagText(task: number): (flag: EvidenceFlag) => string {
  const { t } = useTranslation("planting");
  const { language, name, dateShort: date } = useFormat();
  return (flag) =>
    flagText(flag, task, {
      ...{ language, name, date },
      text: (key, params) => t(key, params ?? {}),
    });
}
