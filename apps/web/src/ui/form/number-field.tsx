import { useEffect, useRef, useState } from "react";
import { useFormat } from "../../lib/text/format.ts";
import type { FieldLabels } from "./field.tsx";
import { TextField } from "./text-field.tsx";

type Props = FieldLabels & {
  name: string;
  value: number | null | undefined;
  /** Null when it is empty, NaN for what is no number: a schema refuses that. */
  onChange: (value: number | null) => void;
  unit?: string;
};

/** A number with decimals, typed with a comma or a point. */
export function NumberField({ value, onChange, ...field }: Props) {
  const { language } = useFormat();
  const write = (one: number | null | undefined) => {
    const text = one === null || one === undefined || Number.isNaN(one) ? "" : String(one);
    return language === "en" ? text : text.replace(".", ",");
  };
  const [text, setText] = useState(() => write(value));
  const sent = useRef(value);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what comes from outside is written anew
  useEffect(() => {
    if (!Object.is(value, sent.current)) setText(write(value));
    sent.current = value;
  }, [value]);

  function handleText(next: string) {
    setText(next);
    const plain = next.trim().replace(",", ".").replace("−", "-");
    sent.current = plain === "" ? null : Number(plain);
    onChange(sent.current);
  }
  return <TextField {...field} inputMode="decimal" value={text} onChange={handleText} />;
}
