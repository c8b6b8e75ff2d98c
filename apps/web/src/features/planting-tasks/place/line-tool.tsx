import { Crosshair, Trash2, Undo2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { WayCorners, WayLayers } from "../../../map/layers/way-layers.tsx";
import { useMapPress } from "../../../map/use-map-press.ts";
import { IconButton } from "../../../ui/icon-button.tsx";

type Corner = [lon: number, lat: number];
type Props = {
  /** The line as it was. */
  start: readonly Corner[];
  onChange: (line: Corner[]) => void;
};

/** A walk of hundreds of positions is drawn anew rather than mended corner by corner. */
const movableCorners = 60;
const rounded = ({ lng, lat }: { lng: number; lat: number }): Corner => [
  Number(lng.toFixed(6)),
  Number(lat.toFixed(6)),
];

/** A line on the map: a press adds a corner at its end, corners are dragged; a child of the map. */
export function LineTool({ start, onChange }: Props) {
  const { t } = useTranslation("planting");
  const [line, setLine] = useState<readonly Corner[]>(start);

  function change(next: Corner[]) {
    setLine(next);
    onChange(next);
  }
  const add = (corner: Corner) => change([...line, corner]);
  const map = useMapPress((at) => add(rounded(at)));

  function handleCenter() {
    const center = map?.getCenter();
    if (center) add(rounded(center));
  }

  return (
    <>
      <WayLayers line={line} />
      {line.length <= movableCorners && (
        <WayCorners
          line={line}
          onDragEnd={(index, to) =>
            change(line.map((one, at) => (at === index ? rounded(to) : [...one])))
          }
        />
      )}
      <div data-map-cover="top-left" className="absolute top-2.5 inset-s-2.5 z-10">
        <div role="toolbar" aria-label={t("place_line_tools")} className="popup flex gap-0.5 p-1">
          <IconButton label={t("place_corner_center")} onClick={handleCenter}>
            <Crosshair />
          </IconButton>
          <IconButton
            label={t("place_corner_undo")}
            disabled={line.length === 0}
            onClick={() => change(line.slice(0, -1).map((one): Corner => [...one]))}
          >
            <Undo2 />
          </IconButton>
          <IconButton
            label={t("place_line_clear")}
            disabled={line.length === 0}
            onClick={() => change([])}
          >
            <Trash2 />
          </IconButton>
        </div>
      </div>
    </>
  );
}
