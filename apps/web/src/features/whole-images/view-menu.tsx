import { type ImageView, imageViews } from "@nihol/contract/values/imagery";
import { ChevronDown, Palette } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";

type Props = {
  view: ImageView;
  hasNir: boolean;
  onView: (view: ImageView) => void;
  /** Further buttons below it. */
  children?: ReactNode;
};

/** How the image on the map is coloured; lies over the map's corner. */
export function ViewMenu({ view, hasNir, onView, children }: Props) {
  const { t } = useTranslation("imagery");
  return (
    <div
      data-map-cover="top-left"
      className="absolute top-2.5 left-2.5 z-10 grid justify-items-start gap-1.5"
    >
      <Menu
        align="start"
        trigger={
          <Button size="sm" aria-label={t("view_of", { name: t(`view_${view}`) })}>
            <Palette aria-hidden className="size-4" />
            {t(`view_${view}`)}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        {imageViews
          .filter((one) => one !== "infrared" || hasNir)
          .map((one) => (
            <MenuItem key={one} chosen={one === view} onSelect={() => onView(one)}>
              {t(`view_${one}`)}
            </MenuItem>
          ))}
      </Menu>
      {view === "vegetation" && <Scale name={hasNir ? "NDVI" : "GLI"} />}
      {view === "infrared" && (
        <p className="popup max-w-52 px-2 py-1 text-xs max-sm:hidden">{t("view_red")}</p>
      )}
      {children}
    </div>
  );
}

/** The colours of the index: those of the server's tiles. */
function Scale({ name }: { name: string }) {
  const { t } = useTranslation("imagery");
  return (
    <div className="popup grid gap-0.5 px-2 py-1 text-2xs text-ink-2">
      <span className="font-medium">{name}</span>
      <span
        aria-hidden
        className="h-2 w-44 rounded-sm"
        style={{ backgroundImage: "linear-gradient(to right, #8c510a, #f6e8c3, #5aae61, #00441b)" }}
      />
      <span className="flex justify-between gap-4">
        <span>{t("view_bare")}</span>
        <span>{t("view_leaves")}</span>
      </span>
    </div>
  );
}
