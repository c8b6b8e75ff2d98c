import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

/** Beside a region or district whose border has moved, until its trees have found their places. */
export function UpdatingBadge() {
  const { t } = useTranslation("territory");
  return (
    <Badge tone="watch" shape="waiting">
      {t("updating")}
    </Badge>
  );
}
