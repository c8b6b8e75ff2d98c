import { Link, useRouterState } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import { menuFor, type SectionId, screenAt, viewOf } from "../../lib/navigation/screens.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { screenIcons } from "./screen-icons.ts";
import { useKept } from "./use-kept.ts";
import { badgeText, unreadOf, useUnread } from "./use-unread.ts";

type Entries = ReturnType<typeof menuFor>;

/** The menu: sections that fold, their entries; icons alone when `narrow`. */
export function MenuSections({ narrow, onGo }: { narrow: boolean; onGo?: () => void }) {
  const entries = menuFor(useUser().userData);
  const sections = [...new Set(entries.map(({ screen }) => screen.section))];
  return (
    <div className="grid gap-3">
      {sections.map((section) => (
        <MenuSection
          key={section}
          section={section}
          entries={entries.filter(({ screen }) => screen.section === section)}
          narrow={narrow}
          onGo={onGo}
        />
      ))}
    </div>
  );
}

type SectionProps = {
  section: SectionId;
  entries: Entries;
  narrow: boolean;
  onGo: (() => void) | undefined;
};

function MenuSection({ section, entries, narrow, onGo }: SectionProps) {
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
          {entries.map((entry) => (
            <li key={entry.screen.id}>
              <Entry
                entry={entry}
                title={t(entry.within ? `menu_${entry.within}` : `screen_${entry.screen.id}`)}
                narrow={narrow}
                onGo={onGo}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type EntryProps = {
  entry: Entries[number];
  title: string;
  narrow: boolean;
  onGo: (() => void) | undefined;
};

function Entry({ entry, title, narrow, onGo }: EntryProps) {
  const { screen, holds } = entry;
  const Icon = screenIcons[screen.id];
  const here = useRouterState({ select: ({ location }) => screenAt(location)?.id });
  const isTab = holds.length > 1 && here !== undefined && holds.includes(here);
  const { t } = useTranslation("app");
  const unread = unreadOf(useUnread()?.subjects ?? {}, holds);
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
      aria-current={isTab ? "page" : undefined}
      aria-label={narrow ? title : undefined}
      aria-description={unread > 0 ? t("bell_unread", { n: badgeText(unread) }) : undefined}
      className={cx(
        "flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-strong pointer-coarse:min-h-11",
        narrow && "relative justify-center px-0",
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" strokeWidth={1.8} />
      {!narrow && <span>{title}</span>}
      {unread > 0 && <Badge text={narrow ? undefined : badgeText(unread)} />}
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

/** How many notices wait behind an entry; a dot where there is no room for the number. Its link's description says it. */
function Badge({ text }: { text: string | undefined }) {
  const shape = text
    ? "ml-auto flex h-4 min-w-4 items-center justify-center px-1 text-2xs font-semibold text-accent-ink"
    : "absolute top-1.5 right-1.5 size-2";
  return (
    <span aria-hidden className={cx("shrink-0 rounded-full bg-accent", shape)}>
      {text}
    </span>
  );
}
