/** Where the phone is. */
import { useEffect, useState } from "react";

/** WGS 84, degrees; the error and the time that the device states. */
export interface Position {
  latitude: number;
  longitude: number;
  accuracyM: number;
  at: number;
}

/**
 * `denied`: the person, or their phone's settings, said no; `insecure`: the page came by plain http, to which browsers
 * give no position; `unknown`: nothing is received yet.
 */
export type PositionState = Position | "off" | "unknown" | "denied" | "insecure";

export const isPosition = (state: PositionState): state is Position => typeof state === "object";

const asked = "field_position";

/** Whether the person has asked to see where they are on this phone; only then are they asked for their leave. */
const wasAsked = () => localStorage.getItem(asked) !== null;

const fromDevice = ({ coords, timestamp }: GeolocationPosition): Position => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracyM: coords.accuracy,
  at: timestamp,
});

/** Follows the phone while it is shown, from the first time that `start` is called. */
export function usePosition(): { position: PositionState; start: () => void } {
  const [isOn, setIsOn] = useState(wasAsked);
  const [position, setPosition] = useState<PositionState>(isOn ? "unknown" : "off");
  useEffect(() => {
    if (!isOn) return;
    if (!window.isSecureContext) return setPosition("insecure");
    if (!navigator.geolocation) return setPosition("denied");
    const watch = navigator.geolocation.watchPosition(
      (found) => setPosition(fromDevice(found)),
      // Without a fix what was known last stands, with its time.
      ({ code, PERMISSION_DENIED }) => code === PERMISSION_DENIED && setPosition("denied"),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isOn]);
  function start() {
    localStorage.setItem(asked, "yes");
    setPosition((before) => (before === "off" ? "unknown" : before));
    setIsOn(true);
  }
  return { position, start };
}
