import type { SurvivalVisit } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";

/** "1 year after planting" */
export function useVisitName(): (visit: Pick<SurvivalVisit, "year">) => string {
  const { t } = useTranslation("survival");
  return ({ year }) => (year === null ? t("visit_extra") : t(`visit_${year}`));
}
