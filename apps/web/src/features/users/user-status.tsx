import { useTranslation } from "react-i18next";
import { Badge } from "../../ui/badge.tsx";

export function UserStatus({ active }: { active: boolean }) {
  const { t } = useTranslation("users");
  return active ? (
    <Badge tone="good" shape="done">
      {t("active")}
    </Badge>
  ) : (
    <Badge shape="stopped">{t("inactive")}</Badge>
  );
}
