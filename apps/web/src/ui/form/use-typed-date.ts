import { type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isPlainDate, readDate, writeDate } from "../../lib/text/date-text.ts";
import { useFormat } from "../../lib/text/format.ts";

type Options = {
  value: string | null | undefined;
  onChange: (value: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  onComplaint?: ((text: string | undefined) => void) | undefined;
};

/** Holds the text of a date's input while it is typed, and reports the dates that come out of it. */
export function useTypedDate(input: RefObject<HTMLInputElement | null>, options: Options) {
  const { value, onChange, min, max, onComplaint } = options;
  const { t } = useTranslation("app");
  const format = useFormat();
  const { language } = format;
  const [text, setText] = useState(() => writeDate(value, language));
  const sent = useRef(value ?? "");

  useEffect(() => {
    // Values from outside, or another language, are shown anew. Own typing is left as it is typed.
    const isOwn = (value ?? "") === sent.current && document.activeElement === input.current;
    sent.current = value ?? "";
    if (!isOwn && (!value || isPlainDate(value))) setText(writeDate(value, language));
  }, [value, language, input]);

  function send(next: string) {
    if (next === sent.current) return;
    sent.current = next;
    onChange(next);
  }

  function limitText(date: string): string | undefined {
    if (min && date < min) return t("date_too_early", { date: format.date(min) });
    if (max && date > max) return t("date_too_late", { date: format.date(max) });
    return undefined;
  }

  return {
    text,
    handleText(typed: string) {
      setText(typed);
      onComplaint?.(undefined);
      const date = readDate(typed, language);
      if (typed.trim() === "") send("");
      else if (date && !limitText(date)) send(date);
    },
    /** Typing has ended: the date is written as it should be, or it is said what is wrong. */
    settle() {
      if (text.trim() === "") return onComplaint?.(undefined);
      const date = readDate(text, language, { shortYears: true });
      const complaint = date
        ? limitText(date)
        : t("date_unreadable", { example: writeDate("2026-05-14", language) });
      onComplaint?.(complaint);
      if (complaint && !onComplaint) return setText(writeDate(value, language));
      if (date) setText(writeDate(date, language));
      send(date ?? text.trim());
    },
    pick(date: string) {
      setText(writeDate(date, language));
      onComplaint?.(undefined);
      send(date);
    },
  };
}
