import { useTranslation } from "react-i18next";
import type { Refusal } from "./move-refusal.ts";

/** Says in words why a task cannot be moved. */
export function useRefusalText(): (refusal: Refusal) => string {
  const { t } = useTranslation("tasks");
  return ({ text, right }) => t(text, { right: right && t(right) });
}
