import { Marker } from "@vis.gl/react-maplibre";
import { Crosshair, MapPin } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useMapPress } from "../use-map-press.ts";

type Place = { latitude: number; longitude: number };

type Props = {
  value: Place | null;
  onChange: (place: Place) => void;
  /** Name of the pin, with how it moves; label of the button that sets it in the middle. */
  texts: { pin: string; place: string };
};

const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
/** Pixels an arrow moves the pin, and with Shift. */
const step = 4;
const leap = 40;

/** A pin on the map: set by a press, dragged, or moved by the arrow keys while it has the focus. */
export function PinTool({ value, onChange, texts }: Props) {
  const map = useMapPress(({ lng, lat }) => onChange({ latitude: lat, longitude: lng }));

  function handleKey(event: KeyboardEvent) {
    const direction = arrows[event.key];
    if (!direction || !map || !value) return;
    event.preventDefault();
    event.stopPropagation();
    const far = event.shiftKey ? leap : step;
    const at = map.project([value.longitude, value.latitude]);
    const { lng, lat } = map.unproject([at.x + direction[0] * far, at.y + direction[1] * far]);
    onChange({ latitude: lat, longitude: lng });
    if (!map.getBounds().contains([lng, lat])) map.panTo([lng, lat]);
  }

  function handleCenter() {
    const center = map?.getCenter();
    if (center) onChange({ latitude: center.lat, longitude: center.lng });
  }

  if (!value)
    return (
      <button
        type="button"
        onClick={handleCenter}
        className="absolute inset-x-2.5 top-2.5 z-10 me-14 flex min-h-8 w-fit items-center gap-1.5 rounded-md bg-raised px-2.5 py-1 text-start text-sm font-medium shadow-pop hover:bg-sunken sm:mx-auto pointer-coarse:min-h-11"
      >
        <Crosshair aria-hidden className="size-4 shrink-0" />
        {texts.place}
      </button>
    );
  return (
    <Marker
      longitude={value.longitude}
      latitude={value.latitude}
      anchor="bottom"
      draggable
      onDragEnd={({ lngLat }) => onChange({ latitude: lngLat.lat, longitude: lngLat.lng })}
    >
      <button
        type="button"
        aria-label={texts.pin}
        onKeyDown={handleKey}
        className="flex cursor-grab rounded-full text-accent active:cursor-grabbing"
      >
        <MapPin aria-hidden className="size-9 fill-accent stroke-white" strokeWidth={1.5} />
      </button>
    </Marker>
  );
}
