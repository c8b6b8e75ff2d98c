import { useRouterState } from "@tanstack/react-router";
import { CircleHelp, Menu as MenuIcon, Search } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { screenAt } from "../../lib/navigation/screens.ts";
import { useAside } from "../../lib/navigation/use-aside.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { NoticeBell } from "./notice-bell.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { ThemeMenu } from "./theme-menu.tsx";
import { useHotkey, useKey, useScreenKeys } from "./use-hotkey.ts";

const SearchDialog = lazyPart(() => import("./search-dialog.tsx"));
const KeysDialog = lazyPart(() => import("./keys-dialog.tsx"));

export function TopBar({ onMenu }: { onMenu: () => void }) {
  const { t } = useTranslation("app");
  const [searching, setSearching] = useState(false);
  const [showingKeys, setShowingKeys] = useState(false);
  const aside = useAside();
  const here = useRouterState({ select: (state) => screenAt(state.location)?.id });
  const openGuide = () =>
    aside.change({ guide: aside.guide ? undefined : (here ?? "start"), notices: undefined });
  useHotkey("k", () => setSearching(true));
  useKey("F1", openGuide);
  useScreenKeys(() => setShowingKeys(true));
  return (
    <header
      data-print="no"
      className="flex h-13 shrink-0 items-center gap-1 border-b border-line bg-canvas px-3 md:ps-5"
    >
      <IconButton label={t("menu")} onClick={onMenu} className="md:hidden">
        <MenuIcon />
      </IconButton>
      <Breadcrumbs />
      <button
        type="button"
        onClick={() => setSearching(true)}
        aria-keyshortcuts="Control+K"
        className="ms-auto flex h-8 items-center gap-2 rounded-md px-2 text-sm text-ink-2 hover:bg-sunken pointer-coarse:h-11 pointer-coarse:min-w-11 max-lg:justify-center lg:border lg:border-line lg:bg-surface"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-lg:sr-only">{t("search")}</span>
        <kbd
          aria-hidden
          className="rounded bg-sunken px-1.5 font-sans text-2xs text-ink-2 max-lg:hidden"
        >
          Ctrl K
        </kbd>
      </button>
      <NoticeBell
        isOpen={aside.notices === "open"}
        onPress={() =>
          aside.change({ notices: aside.notices ? undefined : "open", guide: undefined })
        }
      />
      <IconButton
        label={t("guide")}
        aria-keyshortcuts="F1"
        aria-expanded={aside.guide !== undefined}
        onClick={openGuide}
        // On a phone its place is for the screen's name; the person's menu opens the same page.
        className="max-sm:hidden"
      >
        <CircleHelp />
      </IconButton>
      <LanguageMenu />
      <ThemeMenu />
      <PersonMenu />
      {showingKeys && (
        <Suspense>
          <KeysDialog onClose={() => setShowingKeys(false)} />
        </Suspense>
      )}
      {searching && (
        <Suspense>
          <SearchDialog onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </header>
  );
}
