/** Where the phone is. */
import { useEffect, useState } from "react";
import { keepLocally } from "../../../lib/browser/keep-locally.ts";
import {
  fromDevice,
  type NoPosition,
  noPositionHere,
  type Position,
} from "../../../lib/device-position.ts";

/** `off`: nobody has asked to see it; `unknown`: nothing is received yet. */
export type PositionState = Position | NoPosition | "off";

export const isPosition = (state: PositionState): state is Position => typeof state === "object";

const asked = "field_position";

/** Tells whether the person has asked to see their position on this phone; only then does the phone ask for permission. */
const wasAsked = () => localStorage.getItem(asked) !== null;

/** Follows the phone while it is shown, from the first time that `start` is called. */
export function usePosition(): { position: PositionState; start: () => void } {
  const [isOn, setIsOn] = useState(wasAsked);
  const [position, setPosition] = useState<PositionState>(isOn ? "unknown" : "off");
  useEffect(() => {
    if (!isOn) return;
    const none = noPositionHere();
    if (none) return setPosition(none);
    const watch = navigator.geolocation.watchPosition(
      (found) => setPosition(fromDevice(found)),
      // Without a fix what was known last stands, with its time.
      ({ code, PERMISSION_DENIED }) => code === PERMISSION_DENIED && setPosition("denied"),
      { enableHighAccuracy: true, maximumAge: 5_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [isOn]);
  function start() {
    keepLocally(asked, "yes");
    setPosition((before) => (before === "off" ? "unknown" : before));
    setIsOn(true);
  }
  return { position, start };
}
