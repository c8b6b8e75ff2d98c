import { Popover } from "@base-ui/react/popover";
import {
  imageViews,
  stretchedViews,
  usualView,
  type ViewSettings,
} from "@nihol/contract/values/imagery";
import { ChevronDown, Palette, SlidersHorizontal } from "lucide-react";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { usePlaceKeys } from "../../lib/place-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";

const ViewSliders = lazyPart(() => import("./view-sliders.tsx"));

type ViewChoiceProps = {
  view: ViewSettings;
  hasNir: boolean;
  onView: (view: ViewSettings) => void;
  /** Share of what lies beneath that is covered, 0 to 1; left out where that is chosen elsewhere. */
  opacity?: number;
  onOpacity?: (opacity: number) => void;
};

/** Choice of an image's colouring, by menu or by V, and of what is set by hand. */
export function ViewChoice({ view, hasNir, onView, opacity, onOpacity }: ViewChoiceProps) {
  const { t } = useTranslation("map");
  const offered = imageViews.filter((one) => one !== "infrared" || hasNir);
  const choose = (next: ViewSettings["view"]) => onView({ ...view, view: next });
  usePlaceKeys(
    { KeyV: () => choose(offered[(offered.indexOf(view.view) + 1) % offered.length] ?? "natural") },
    true,
  );
  const hasSliders = onOpacity !== undefined || stretchedViews.includes(view.view);
  return (
    <div className="flex items-center gap-1">
      <Menu
        align="start"
        trigger={
          <Button
            size="sm"
            aria-label={t("view_of", { name: t(`view_${view.view}`) })}
            aria-keyshortcuts="v"
          >
            <Palette aria-hidden className="size-4" />
            {t(`view_${view.view}`)}
            <ChevronDown aria-hidden className="size-3.5" />
          </Button>
        }
      >
        {offered.map((one) => (
          <MenuItem key={one} chosen={one === view.view} onSelect={() => choose(one)}>
            {t(`view_${one}`)}
          </MenuItem>
        ))}
      </Menu>
      {hasSliders && (
        <Popover.Root>
          <Popover.Trigger
            render={
              <Button size="sm" aria-label={t("view_adjust")} title={t("view_adjust")}>
                <SlidersHorizontal aria-hidden className="size-4" />
              </Button>
            }
          />
          <Popover.Portal>
            <Popover.Positioner
              role="region"
              aria-label={t("view_adjust")}
              align="start"
              sideOffset={6}
              className="z-50"
            >
              <Popover.Popup
                aria-label={t("view_adjust")}
                className="popup w-[min(17rem,calc(100vw-1.5rem))] p-3 outline-none"
              >
                <Suspense fallback={<div className="h-28" />}>
                  <ViewSliders
                    view={view}
                    onView={onView}
                    onUsual={() => {
                      onView({ ...usualView, view: view.view });
                      onOpacity?.(1);
                    }}
                    {...(onOpacity ? { opacity: opacity ?? 1, onOpacity } : {})}
                  />
                </Suspense>
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </div>
  );
}

/** Explains the colours, where they are not those of the ground. */
export function ViewLegend({ view, hasNir }: { view: ViewSettings["view"]; hasNir: boolean }) {
  const { t } = useTranslation("map");
  if (view === "vegetation") return <Scale name={hasNir ? "NDVI" : "GLI"} />;
  if (view !== "infrared") return null;
  return <p className="popup max-w-52 px-2 py-1 text-xs max-sm:hidden">{t("view_red")}</p>;
}

/** The colours of the index: those of the server's tiles. */
function Scale({ name }: { name: string }) {
  const { t } = useTranslation("map");
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
