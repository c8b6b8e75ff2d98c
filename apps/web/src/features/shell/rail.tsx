import { Link, useLocation } from "@tanstack/react-router";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { MenuSections } from "./menu-sections.tsx";
import { useKept } from "./use-kept.ts";

/** Held upright it needs its width for the lists. */
const tablet = "(max-width: 64rem)";

/** The menu at the left; folds to icons, on a tablet from the start, and remembers it. Narrow screens have the drawer instead. */
export function Rail() {
  const { t } = useTranslation("app");
  const [narrow, setNarrow] = useKept("rail_narrow", matchMedia(tablet).matches);
  const menu = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another current entry
  useEffect(() => {
    menu.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [path]);
  return (
    <nav
      aria-label={t("menu")}
      data-print="no"
      className={cx(
        "hidden shrink-0 flex-col border-e border-line bg-canvas md:flex",
        narrow ? "w-14 pointer-coarse:w-15.25" : "w-60",
      )}
    >
      <div
        className={cx("flex h-13 shrink-0 items-center gap-2", narrow ? "justify-center" : "ps-4")}
      >
        <Link to="/admin" aria-label="Nihol" className="flex items-center gap-2 rounded">
          <Logo className="size-7" />
          {!narrow && <span className="text-base font-semibold tracking-tight">Nihol</span>}
        </Link>
      </div>
      <div ref={menu} className="min-h-0 grow overflow-y-auto px-2 py-2">
        <MenuSections narrow={narrow} />
      </div>
      <div className={cx("flex p-2", narrow ? "justify-center" : "justify-end")}>
        <IconButton
          label={narrow ? t("menu_widen") : t("menu_narrow")}
          aria-expanded={!narrow}
          onClick={() => setNarrow(!narrow)}
        >
          {narrow ? <PanelLeftOpen /> : <PanelLeftClose />}
        </IconButton>
      </div>
    </nav>
  );
}
