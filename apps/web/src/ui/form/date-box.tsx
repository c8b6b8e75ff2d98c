import { Popover } from "@base-ui/react/popover";
import { CalendarDays } from "lucide-react";
import { type ComponentProps, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { isPlainDate } from "../../lib/text/date-text.ts";
import { lazyPart } from "../missing-part.tsx";
import { useTypedDate } from "./use-typed-date.ts";

// Apart, or whoever opens a screen with a date pays for the calendar.
const Calendar = lazyPart(() => import("./calendar.tsx"));

export type DateBoxProps = {
  /** YYYY-MM-DD, or empty. */
  value: string | null | undefined;
  /** A date within the limits, or empty. With `onComplaint` also what was typed and is no date. */
  onChange: (value: string) => void;
  /** Earliest and latest day, YYYY-MM-DD. */
  min?: string | undefined;
  max?: string | undefined;
  /** The calendar offers to empty the field. */
  clearable?: boolean | undefined;
  /** Called when typing ends with what is wrong, or undefined; without it the last date returns. */
  onComplaint?: (text: string | undefined) => void;
} & Pick<
  ComponentProps<"input">,
  "id" | "name" | "disabled" | "className" | "aria-label" | "aria-describedby" | "aria-invalid"
>;

/**
 * A date, typed as the language writes it or picked from a calendar (Alt+↓). The browser's own
 * field speaks the browser's language, not the reader's, and knows no Tajik or Azerbaijani.
 */
export function DateBox({
  value,
  onChange,
  min,
  max,
  clearable,
  onComplaint,
  className,
  ...control
}: DateBoxProps) {
  const { t } = useTranslation("app");
  const [open, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const typed = useTypedDate(input, { value, onChange, min, max, onComplaint });

  function pick(date: string) {
    typed.pick(date);
    setOpen(false);
  }

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <span className={cx("relative block", className)}>
        <input
          {...control}
          ref={input}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t("date_pattern")}
          value={typed.text}
          onChange={(event) => typed.handleText(event.target.value)}
          onBlur={typed.settle}
          onKeyDown={(event) => {
            if (event.key === "Enter") typed.settle();
            if (event.key === "ArrowDown" && event.altKey) setOpen(true);
          }}
          className="control numeric pe-9 pointer-coarse:pe-11"
        />
        <Popover.Trigger
          type="button"
          disabled={control.disabled}
          aria-label={t("calendar_open")}
          className="absolute inset-y-0 inset-e-0 flex w-9 items-center justify-center rounded-md text-ink-3 hover:text-ink"
        >
          <CalendarDays aria-hidden className="size-4" />
        </Popover.Trigger>
      </span>
      <Popover.Portal>
        <Popover.Positioner
          anchor={input}
          role="region"
          aria-label={t("calendar")}
          align="start"
          sideOffset={4}
          className="z-50"
        >
          <Popover.Popup
            aria-label={t("calendar")}
            initialFocus={false}
            finalFocus={input}
            className="popup outline-none"
          >
            <Suspense fallback={<div className="h-[19.5rem] w-[16.75rem]" />}>
              <Calendar
                value={value && isPlainDate(value) ? value : undefined}
                min={min}
                max={max}
                onPick={pick}
                onClear={clearable && value ? () => pick("") : undefined}
              />
            </Suspense>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
