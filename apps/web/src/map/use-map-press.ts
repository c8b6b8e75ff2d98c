import { useMap } from "@vis.gl/react-maplibre";
import { useEffect, useRef } from "react";

type LngLat = { lng: number; lat: number };

/** Tells of every press on the map around, under a cursor that says so. @returns that map */
export function useMapPress(onPress: (at: LngLat) => void) {
  const map = useMap().current;
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    if (!map) return;
    const handlePress = ({ lngLat }: { lngLat: LngLat }) => press.current(lngLat);
    map.on("click", handlePress);
    map.getCanvas().style.cursor = "crosshair";
    return () => {
      map.off("click", handlePress);
      map.getCanvas().style.cursor = "";
    };
  }, [map]);
  return map;
}
