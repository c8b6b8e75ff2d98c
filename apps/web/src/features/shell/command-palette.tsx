import { Dialog } from "@base-ui/react/dialog";
import { useNavigate } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import { screensFor, viewOf } from "../../lib/navigation/screens.ts";
import { fits } from "../../lib/text/text-match.ts";
import { screenIcons } from "./screen-icons.ts";

/** Ctrl K: any screen by a few letters of its name or section. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app");
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { userData } = useUser();
  const entries = screensFor(userData)
    .map((screen) => ({
      ...screen,
      title: t(`screen_${screen.id}`),
      place: t(`section_${screen.section}`),
    }))
    .filter((entry) => fits(`${entry.title} ${entry.place}`, typed));
  const chosen = Math.min(at, entries.length - 1);

  function open(entry: (typeof entries)[number] | undefined) {
    if (!entry) return;
    onClose();
    void navigate({ to: entry.to, search: viewOf(entry) });
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === "ArrowDown") setAt((chosen + 1) % entries.length || 0);
    else if (event.key === "ArrowUp") setAt((chosen + entries.length - 1) % entries.length || 0);
    else if (event.key === "Enter") open(entries[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label={t("go_to")}
          className="popup fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 flex-col"
        >
          <div className="flex items-center gap-2.5 border-b border-line px-4">
            <Search aria-hidden className="size-4 text-ink-3" />
            <input
              role="combobox"
              aria-label={t("go_to")}
              aria-expanded
              aria-controls={`${id}-list`}
              aria-activedescendant={entries[chosen] ? `${id}-${entries[chosen].id}` : undefined}
              placeholder={t("go_to_hint")}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setAt(0);
              }}
              onKeyDown={handleKey}
              className="h-12 grow bg-transparent outline-none"
            />
          </div>
          {entries.length === 0 && (
            <p className="px-4 py-6 text-center text-ink-2">{t("nothing_here")}</p>
          )}
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={t("screens")}
            className="overflow-y-auto p-1.5"
          >
            {entries.map((entry, index) => {
              const Icon = screenIcons[entry.id];
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the input
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
                <div
                  key={entry.id}
                  id={`${id}-${entry.id}`}
                  role="option"
                  aria-selected={index === chosen}
                  onClick={() => open(entry)}
                  onMouseMove={() => setAt(index)}
                  className={cx("option min-h-10!", index === chosen && "bg-sunken")}
                >
                  <Icon aria-hidden className="size-4 text-ink-3" />
                  <span className="grow font-medium">{entry.title}</span>
                  <span className="text-xs text-ink-3">{entry.place}</span>
                </div>
              );
            })}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
