import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";

type Props = {
  label: string;
  value: string | undefined;
  /** A change of the list, as `list.change` takes it. */
  onChange: (change: { search: string | undefined }) => void;
};

/** Searches while typing, a moment after the last letter. */
export function SearchBox({ label, value, onChange }: Props) {
  const [text, setText] = useState(value ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value ?? ""), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function handleChange(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ search: next.trim() || undefined }), 300);
  }

  return (
    <span className="relative block max-w-64 grow basis-52 max-sm:max-w-none @max-3xl/list:max-w-none @max-3xl/list:basis-32">
      <Search
        aria-hidden
        className="absolute top-1/2 inset-s-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => handleChange(event.target.value)}
        className="control ps-8 text-ellipsis"
      />
    </span>
  );
}
