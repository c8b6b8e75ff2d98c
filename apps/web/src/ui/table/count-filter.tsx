import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useScrollCue } from "../../lib/use-scroll-cue.ts";

type Counted = {
  value: string;
  label: string;
  /** Number of rows under the other filters; undefined until it is known. */
  count: number | undefined;
  /** They need attention: the number is highlighted. */
  isUrgent?: boolean;
};

type Props = {
  /** Names the row of buttons for screen readers. */
  label: string;
  all: number | undefined;
  options: readonly Counted[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/**
 * Counts of rows by state, each a filter; pressed again it is taken off. One line, which is scrolled: counts that come
 * do not push the rows down.
 */
export function CountFilter({ label, all, options, value, onChange }: Props) {
  const { t } = useTranslation("app");
  const cue = useScrollCue<HTMLDivElement>();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is never narrower than its content
    <div
      ref={cue}
      role="group"
      aria-label={label}
      className="flex shrink-0 gap-1.5 overflow-x-auto px-5 pt-0.5 pb-3 @max-sm/list:px-4"
    >
      <CountButton
        value=""
        label={t("all")}
        count={all}
        isOn={!value}
        onPress={() => onChange(undefined)}
      />
      {options.map((one) => (
        <CountButton
          key={one.value}
          {...one}
          isOn={value === one.value}
          onPress={() => onChange(value === one.value ? undefined : one.value)}
        />
      ))}
    </div>
  );
}

type ButtonProps = Counted & { isOn: boolean; onPress: () => void };

function CountButton({ label, count, isUrgent, isOn, onPress }: ButtonProps) {
  const format = useFormat();
  const isMarked = isUrgent && Boolean(count);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line px-3 text-sm whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:font-medium aria-pressed:text-accent-strong pointer-coarse:h-11"
    >
      {label}
      <span className={cx("numeric min-w-[1ch]", isMarked && "font-semibold text-act")}>
        {count === undefined ? "" : format.number(count)}
      </span>
    </button>
  );
}
