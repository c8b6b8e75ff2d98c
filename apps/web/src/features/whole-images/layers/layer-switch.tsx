import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { type Layer, layers } from "./layers.ts";

type Props = {
  layer: Layer;
  onLayer: (layer: Layer) => void;
  blend: number;
  onBlend: (blend: number) => void;
};

/** Original, labelled, labelled segmentation, both (keys 1 to 4), and how strongly. */
export function LayerSwitch({ layer, onLayer, blend, onBlend }: Props) {
  const { t } = useTranslation("imagery");
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
      <fieldset className="flex max-w-full flex-wrap gap-px overflow-hidden rounded-md border border-line-strong bg-line">
        <legend className="sr-only">{t("layer")}</legend>
        {layers.map((one, index) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === layer}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onLayer(one)}
            className={cx(
              "flex h-8 shrink-0 grow items-center justify-center gap-1.5 px-2.5 text-sm focus-visible:outline-offset-[-2px] pointer-coarse:h-11",
              one === layer
                ? "bg-accent-soft font-medium text-accent-strong"
                : "bg-surface text-ink-2 hover:bg-sunken",
            )}
          >
            {t(`layer_${one}`)}
            <kbd className="font-sans text-2xs text-ink-3 max-md:hidden">{index + 1}</kbd>
          </button>
        ))}
      </fieldset>
      <label
        className={cx(
          "flex items-center gap-2 text-xs text-ink-2",
          layer === "original" && "invisible max-md:hidden",
        )}
      >
        {t("blend")}
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={blend}
          disabled={layer === "original"}
          onChange={(event) => onBlend(Number(event.target.value))}
          className="w-28 accent-(--accent)"
        />
      </label>
    </div>
  );
}
