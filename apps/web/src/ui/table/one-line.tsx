import { useState } from "react";
import { cx } from "../../lib/cx.ts";

/** A note in one line, however long it is; pressing it shows the whole, and so does paper. */
export function OneLine({ text, className }: { text: string; className?: string }) {
  const [isWhole, setIsWhole] = useState(false);
  if (text === "") return null;
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      title={text}
      onClick={() => setIsWhole(!isWhole)}
      className={cx(
        "block max-w-full text-start print:overflow-visible print:whitespace-normal",
        isWhole ? "text-pretty whitespace-normal" : "truncate",
        className,
      )}
    >
      {text}
    </button>
  );
}
