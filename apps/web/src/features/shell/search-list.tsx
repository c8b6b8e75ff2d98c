import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import type { SearchEntry } from "./search-commands.ts";
import type { EntryGroup } from "./search-entries.ts";

type Props = {
  /** Of the dialog: its entries' ids begin with it. */
  id: string;
  groups: readonly EntryGroup[];
  /** Index of the chosen entry among all. */
  chosen: number;
  onChoose: (index: number) => void;
  onOpen: (entry: SearchEntry) => void;
};

/** Lists the results in groups; the focus stays in the input above, whose keys choose among them. */
export function SearchList({ id, groups, chosen, onChoose, onOpen }: Props) {
  const { t } = useTranslation("app");
  const entries = groups.flatMap((group) => group.entries);
  const key = entries[chosen]?.key;
  useEffect(() => {
    document.getElementById(`${id}-${key}`)?.scrollIntoView({ block: "nearest" });
  }, [id, key]);
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("search")}
      className="min-h-0 overflow-y-auto overscroll-contain p-1.5"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group.id} role="group" aria-labelledby={`${id}-of-${group.id}`}>
          <div
            id={`${id}-of-${group.id}`}
            role="presentation"
            className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3"
          >
            {group.title}
          </div>
          {group.entries.map((entry) => (
            <Option
              key={entry.key}
              id={`${id}-${entry.key}`}
              entry={entry}
              isChosen={entry.key === key}
              onChoose={() => onChoose(entries.indexOf(entry))}
              onOpen={() => onOpen(entry)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  entry: SearchEntry;
  isChosen: boolean;
  onChoose: () => void;
  onOpen: () => void;
};

function Option({ id, entry, isChosen, onChoose, onOpen }: OptionProps) {
  const { icon: Icon, title, note, isWritten } = entry;
  const language = isWritten ? "mul" : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the input
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onOpen}
      onMouseMove={onChoose}
      className={cx("option min-h-10!", isChosen && "bg-sunken")}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span
        lang={language}
        className="flex min-w-0 grow items-baseline justify-between gap-x-3 max-sm:flex-col"
      >
        <span className="min-w-0 break-words font-medium">{title}</span>
        {note && (
          <span className="max-w-[45%] shrink-0 truncate text-xs text-ink-3 max-sm:max-w-full">
            {note}
          </span>
        )}
      </span>
    </div>
  );
}
