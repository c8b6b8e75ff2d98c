import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Below a tree type: how tall it is, or was, when planted; nothing where nobody has said it. */
export function StockHeight({ cm }: { cm: number | null }) {
  const { t } = useTranslation("planting");
  const format = useFormat();
  if (cm === null) return null;
  return (
    <span className="block text-xs font-normal text-ink-3">
      {t("stock_height", { n: format.number(cm) })}
    </span>
  );
}
