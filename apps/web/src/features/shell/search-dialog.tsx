import { Dialog } from "@base-ui/react/dialog";
import { languages } from "@nihol/contract/values/languages";
import { searchLength } from "@nihol/contract/values/search-kinds";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import i18next from "i18next";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { keepOpened, recentlyOpened } from "../../lib/api/recently-opened.ts";
import { useUser } from "../../lib/api/session.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { SearchEntry } from "./search-commands.ts";
import { entryGroups } from "./search-entries.ts";
import { SearchList } from "./search-list.tsx";
import { settlementsQuery } from "./settlements.ts";
import { useSearch } from "./use-search.ts";

/** Screens and actions are found by their names in every language: these few texts are fetched when it opens. */
function useEveryLanguage(): (key: string) => string {
  const [known, setKnown] = useState<readonly string[]>([i18next.language]);
  useEffect(() => {
    void i18next.loadLanguages([...languages]).then(() => setKnown(languages));
  }, []);
  return (key) => known.map((language) => i18next.getFixedT(language)(key)).join(" ");
}

/** Ctrl K: whatever one's lists show, screens and actions, by a few letters in any of the four languages. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation(["search", "app"]);
  const router = useRouter();
  const format = useFormat();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  /** Enter was pressed before the answer came. */
  const [isWaiting, setWaiting] = useState(false);
  const { userData } = useUser();
  const { answer, isPending, isError } = useSearch(typed, i18n.language);
  const everywhere = useEveryLanguage();
  const { data: settlements = [] } = useQuery({
    ...settlementsQuery,
    enabled: typed.length >= searchLength.min,
  });
  const words = { text: t, everywhere, date: format.date, language: format.language };
  const [recent] = useState(recentlyOpened);
  const groups = entryGroups(typed, { answer, settlements, recent, profile: userData }, words);
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.min(at, entries.length - 1);

  function open(entry: SearchEntry | undefined) {
    if (!entry) return;
    onClose();
    keepOpened(entry);
    router.history.push(entry.to);
  }

  useEffect(() => {
    if (!isWaiting || isPending) return;
    setWaiting(false);
    open(entries[0]);
  });

  function handleKey(event: KeyboardEvent) {
    if (event.key === "ArrowDown") setAt((chosen + 1) % entries.length || 0);
    else if (event.key === "ArrowUp") setAt((chosen + entries.length - 1) % entries.length || 0);
    else if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    else if (isPending && at === 0) setWaiting(true);
    else open(entries[chosen]);
    event.preventDefault();
  }

  const isEmpty = entries.length === 0;
  const said = isError ? t("failed") : isEmpty && !isPending ? t("app:nothing_here") : "";
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label={t("app:search")}
          className="popup fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[min(38rem,calc(100vw-2rem))] -translate-x-1/2 flex-col max-sm:top-4 max-sm:max-h-[calc(100dvh-2rem)]"
        >
          <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
            <Search aria-hidden className="size-4 shrink-0 text-ink-3" />
            <input
              role="combobox"
              aria-label={t("app:search")}
              aria-expanded={!isEmpty}
              aria-controls={isEmpty ? undefined : `${id}-list`}
              aria-activedescendant={entries[chosen] ? `${id}-${entries[chosen].key}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={searchLength.max}
              placeholder={t("hint")}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setAt(0);
                setWaiting(false);
              }}
              onKeyDown={handleKey}
              className="h-12 min-w-0 grow bg-transparent outline-none"
            />
          </div>
          <p
            role="status"
            className={said ? "px-4 py-3 text-center text-sm text-ink-2" : "sr-only"}
          >
            {said || (isPending ? t("app:loading") : t("found", { n: entries.length }))}
          </p>
          {!isEmpty && (
            <SearchList id={id} groups={groups} chosen={chosen} onChoose={setAt} onOpen={open} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
