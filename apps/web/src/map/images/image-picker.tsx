import type { MosaicImage } from "@nihol/contract/imagery/mosaic";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { type MapSearch, withLayer } from "../data/map-search.ts";

type Props = {
  on: boolean;
  images: readonly MosaicImage[];
  opacity: number;
  onOpacity: (opacity: number) => void;
  search: MapSearch;
  onSearch: (next: MapSearch) => void;
};

const newest = "newest";

/** Lets the reader choose whether images lie under the map, all or one alone (with its own trees), and how opaque. */
export function ImagePicker({ on, images, opacity, onOpacity, search, onSearch }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const id = useId();
  const options = [
    { value: newest, label: t("image_newest") },
    ...images.map((one) => ({
      value: String(one.id),
      label: `${format.date(one.date)} · ${one.file_name}`,
    })),
  ];
  return (
    <>
      <Switch
        label={t("layer_image")}
        checked={on}
        onChange={(next) => onSearch(withLayer(search, "image", next))}
      />
      {on && (
        <div className="grid grid-cols-1 gap-2">
          <SelectBox
            aria-label={t("image")}
            placeholder={t("image_none_here")}
            value={String(search.image ?? newest)}
            options={options}
            onChange={(value) => onSearch({ image: value === newest ? undefined : Number(value) })}
          />
          <div className="flex items-center gap-2 text-xs text-ink-3">
            <label htmlFor={id}>{t("opacity")}</label>
            <input
              id={id}
              type="range"
              min={0}
              max={1}
              step={0.05}
              value={opacity}
              onChange={(event) => onOpacity(Number(event.target.value))}
              className="min-w-0 grow accent-(--accent)"
            />
          </div>
        </div>
      )}
    </>
  );
}
