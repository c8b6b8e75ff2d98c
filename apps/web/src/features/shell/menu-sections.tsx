import { Link, useRouterState } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import {
  type KnownScreen,
  type SectionId,
  screenAt,
  screensFor,
  viewOf,
} from "../../lib/navigation/screens.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { screenIcons } from "./screen-icons.ts";
import { useKept } from "./use-kept.ts";
import { badgeText, unreadOf, useDevicesInNeed, useUnread } from "./use-unread.ts";

/** The menu: sections that fold, their entries; icons alone when `narrow`. */
export function MenuSections({ narrow, onGo }: { narrow: boolean; onGo?: () => void }) {
  const screens = screensFor(useUser().userData);
  const sections = [...new Set(screens.map(({ section }) => section))];
  return (
    <div className="grid gap-3">
      {sections.map((section) => (
        <MenuSection
          key={section}
          section={section}
          screens={screens.filter((screen) => screen.section === section)}
          narrow={narrow}
          onGo={onGo}
        />
      ))}
    </div>
  );
}

type SectionProps = {
  section: SectionId;
  screens: readonly KnownScreen[];
  narrow: boolean;
  onGo: (() => void) | undefined;
};

function MenuSection({ section, screens, narrow, onGo }: SectionProps) {
  const { t } = useTranslation("app");
  const [folded, setFolded] = useKept(`menu_${section}_folded`, false);
  const title = t(`section_${section}`);
  const shown = narrow || !folded;
  return (
    <section
      aria-label={title}
      className={cx(narrow && "border-t border-line pt-3 first:border-0 first:pt-0")}
    >
      {!narrow && (
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setFolded(!folded)}
          className="flex h-7 w-full items-center justify-between rounded px-2.5 text-xs font-medium text-ink-3 hover:text-ink"
        >
          {title}
          <ChevronDown
            aria-hidden
            className={cx("size-3.5 transition-transform", folded && "-rotate-90")}
          />
        </button>
      )}
      {shown && (
        <ul className="grid gap-0.5">
          {screens.map((screen) => (
            <li key={screen.id}>
              <Entry screen={screen} title={t(`screen_${screen.id}`)} narrow={narrow} onGo={onGo} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type EntryProps = {
  screen: KnownScreen;
  title: string;
  narrow: boolean;
  onGo: (() => void) | undefined;
};

/** Counts what waits behind an entry: unread notices of its rows, or devices that need attention. */
function useWaiting(screen: KnownScreen) {
  const { t } = useTranslation("app");
  const unread = unreadOf(useUnread()?.subjects ?? {}, screen.id);
  const inNeed = useDevicesInNeed();
  const isOfDevices = screen.id === "monitoring_devices";
  const n = badgeText(isOfDevices ? inNeed : unread);
  return {
    count: isOfDevices ? inNeed : unread,
    text: n,
    description: isOfDevices ? t("devices_in_need", { n }) : t("bell_unread", { n }),
  };
}

function Entry({ screen, title, narrow, onGo }: EntryProps) {
  const Icon = screenIcons[screen.id];
  // Tabs of a screen are at its address with a view of their own.
  const isHere = useRouterState({ select: ({ location }) => screenAt(location)?.id === screen.id });
  const waiting = useWaiting(screen);
  const isDashboard = screen.to === "/admin";
  const link = (
    <Link
      to={screen.to}
      search={viewOf(screen)}
      // Two lists at one address are distinguished by their view, which one of them has not.
      activeOptions={{
        exact: isDashboard,
        includeSearch: !isDashboard,
        explicitUndefined: true,
      }}
      onClick={onGo}
      aria-current={isHere ? "page" : undefined}
      aria-label={narrow ? title : undefined}
      aria-description={waiting.count > 0 ? waiting.description : undefined}
      className={cx(
        "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong pointer-coarse:min-h-11",
        narrow && "relative justify-center px-0",
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.8} />
      {!narrow && <span>{title}</span>}
      {waiting.count > 0 && <Badge text={narrow ? undefined : waiting.text} />}
    </Link>
  );
  return narrow ? (
    <Tooltip text={title} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

/**
 * Number of what waits behind an entry; a dot where there is no room for the number. Its link's description says it.
 */
function Badge({ text }: { text: string | undefined }) {
  const shape = text
    ? "ms-auto flex h-4 min-w-4 items-center justify-center px-1 text-2xs font-semibold text-accent-ink"
    : "absolute top-1.5 inset-e-1.5 size-2";
  return (
    <span aria-hidden className={cx("shrink-0 rounded-full bg-accent", shape)}>
      {text}
    </span>
  );
}
