import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { SelectBox } from "../../ui/form/select-field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { type MapSearch, withLayer } from "../data/map-search.ts";
import type { MapImage } from "./image-layer.tsx";

type Props = {
  on: boolean;
  images: readonly WholeImage[];
  image: MapImage | null;
  opacity: number;
  onOpacity: (opacity: number) => void;
  search: MapSearch;
  onSearch: (next: MapSearch) => void;
};

/** Whether an image lies under the map, which one by its date, and how strongly. */
export function ImagePicker({ on, images, image, opacity, onOpacity, search, onSearch }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const id = useId();
  const options = images.map((one) => ({
    value: String(one.id),
    label: `${format.date(one.date)} · ${one.file_name}`,
  }));
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
            value={image ? String(image.id) : null}
            options={options}
            onChange={(value) => onSearch({ image: Number(value) })}
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
