import type { TaskPerson } from "@nihol/contract/planting/task-comments";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Field } from "../../../ui/form/field.tsx";
import { begunName, type Named, withPerson } from "./mention-text.ts";

type Typed = { text: string; named: Named };
type Props = {
  task: number;
  label: string;
  value: Typed;
  onChange: (typed: Typed) => void;
  error: string | undefined;
};

/** A text in which @ proposes the people who may see the task; arrows choose, Enter or Tab takes. */
export function MentionBox({ task, label, value, onChange, error }: Props) {
  const { t } = useTranslation("tasks");
  const area = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState<number>();
  const begun = begunName(value.text, caret);
  const isOpen = begun !== undefined && begun.from !== closedAt;
  const { data } = useQuery({
    queryKey: ["task-people", task, begun?.part],
    queryFn: ({ signal }) =>
      ask("GET /plant-tree-task/:id/people", {
        params: { id: task },
        query: { search: begun?.part.trim() || undefined },
        signal,
      }),
    enabled: isOpen,
  });
  const people = isOpen ? (data?.results ?? []) : [];
  const at = Math.min(chosen, people.length - 1);

  function handlePick(person: TaskPerson) {
    if (!begun) return;
    const { word, named } = withPerson(value.named, person);
    const before = `${value.text.slice(0, begun.from)}${word} `;
    onChange({ text: before + value.text.slice(caret), named });
    setChosen(0);
    setClosedAt(begun.from);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(before.length, before.length);
      setCaret(before.length);
    });
  }

  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    const person = people[at];
    if (!person) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setChosen((at + (event.key === "ArrowDown" ? 1 : people.length - 1)) % people.length);
    else if (event.key === "Enter" || event.key === "Tab") handlePick(person);
    else if (event.key === "Escape") setClosedAt(begun?.from);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Field label={label} hint={t("comment_hint")} error={error}>
      {(control) => (
        <span className="relative block">
          <textarea
            {...control}
            ref={area}
            name="body"
            rows={3}
            autoComplete="off"
            aria-autocomplete="list"
            aria-controls={people.length > 0 ? listId : undefined}
            aria-activedescendant={people.length > 0 ? `${listId}-${at}` : undefined}
            value={value.text}
            onKeyDown={handleKey}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onChange={(event) => {
              setCaret(event.target.selectionStart);
              if (begunName(event.target.value, event.target.selectionStart)?.from !== closedAt)
                setClosedAt(undefined);
              onChange({ ...value, text: event.target.value });
            }}
            className="control py-1.5"
          />
          {people.length > 0 && <People id={listId} people={people} at={at} onPick={handlePick} />}
        </span>
      )}
    </Field>
  );
}

type PeopleProps = {
  id: string;
  people: readonly TaskPerson[];
  at: number;
  onPick: (person: TaskPerson) => void;
};

function People({ id, people, at, onPick }: PeopleProps) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  return (
    <div
      role="listbox"
      id={id}
      aria-label={t("people")}
      className="popup absolute top-full inset-s-0 z-20 mt-1 max-h-64 w-full overflow-y-auto p-1"
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text above has the focus and the keys
        <div
          key={person.id}
          role="option"
          tabIndex={-1}
          id={`${id}-${index}`}
          aria-selected={index === at}
          data-highlighted={index === at || undefined}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
          className="option"
        >
          <span className="min-w-0 grow truncate">{person.name}</span>
          <span className="truncate text-xs text-ink-3">
            {format.name(person.organization?.name)}
          </span>
        </div>
      ))}
    </div>
  );
}
