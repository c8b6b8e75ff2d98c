import type { ImageView } from "@nihol/contract/values/imagery";
import { useTranslation } from "react-i18next";

type Props = {
  /** As the address asks for it. */
  view: ImageView | undefined;
  hasNir: boolean;
};

/** An address may ask for infrared of an image that has none: it is shown as usual, and that is said. */
export function NoInfrared({ view, hasNir }: Props) {
  const { t } = useTranslation("imagery");
  if (view !== "infrared" || hasNir) return null;
  return (
    <p role="status" className="popup max-w-64 px-2 py-1 text-xs">
      {t("view_no_nir")}
    </p>
  );
}
