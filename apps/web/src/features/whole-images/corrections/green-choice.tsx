import { type GreenState, greenStates } from "@nihol/contract/values/trees";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";

type Props = { value: GreenState; disabled: boolean; onChange: (state: GreenState) => void };

/** Choice of a tree's green state, by a person who sees it in the image. */
export function GreenChoice({ value, disabled, onChange }: Props) {
  const { t } = useTranslation("corrections");
  return (
    <fieldset
      disabled={disabled}
      className="flex gap-px overflow-hidden rounded-md border border-line-strong bg-line"
    >
      <legend className="sr-only">{t("green_state")}</legend>
      {greenStates.map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={state === value}
          onClick={() => state !== value && onChange(state)}
          className={cx(
            "min-h-8 grow px-1.5 py-1 text-sm focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11",
            state === value
              ? "bg-accent-soft font-medium text-accent-strong"
              : "bg-surface text-ink-2 hover:not-disabled:bg-sunken",
          )}
        >
          {t(`green_${state}`)}
        </button>
      ))}
    </fieldset>
  );
}
