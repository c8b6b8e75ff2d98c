import { useTranslation } from "react-i18next";

/** Nobody shall take made-up gardens for the country's. */
export function DemoStrip() {
  const { t } = useTranslation("app");
  return (
    <aside
      aria-label={t("demo_data")}
      className="bg-watch-soft px-4 py-1 text-center text-xs font-medium text-watch"
    >
      {t("demo_data")}
    </aside>
  );
}
