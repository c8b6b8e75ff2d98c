import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";

/** "1 year after planting" */
export function useVisitName(): (visit: Pick<SurvivalVisit, "year">) => string {
  const { t } = useTranslation("survival");
  return ({ year }) => {
    if (year === 1) return t("visit_1");
    if (year === 2) return t("visit_2");
    return year === 3 ? t("visit_3") : t("visit_extra");
  };
}
