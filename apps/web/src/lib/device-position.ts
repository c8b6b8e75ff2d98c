/** Where this phone, tablet or computer is, as its browser says. */

/** WGS 84, degrees; the error and the time that the device states. */
export interface Position {
  latitude: number;
  longitude: number;
  accuracyM: number;
  at: number;
}

/**
 * Reason why there is none. `denied`: the person, or their device's settings, said no; `insecure`: the page came by
 * plain http, to which browsers give no position; `unknown`: the device does not know.
 */
export type NoPosition = "denied" | "insecure" | "unknown";

/** Tells why there can be no position, before anybody is asked; undefined where the browser may be asked. */
export function noPositionHere(): NoPosition | undefined {
  if (!window.isSecureContext) return "insecure";
  return navigator.geolocation ? undefined : "denied";
}

export const fromDevice = ({ coords, timestamp }: GeolocationPosition): Position => ({
  latitude: coords.latitude,
  longitude: coords.longitude,
  accuracyM: coords.accuracy,
  at: timestamp,
});

/** Asks once, with the person's leave; satellites may take half a minute. Never throws. */
export function askPosition(): Promise<Position | NoPosition> {
  const none = noPositionHere();
  if (none) return Promise.resolve(none);
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(fromDevice(found)),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? "denied" : "unknown"),
      { enableHighAccuracy: true, maximumAge: 5_000, timeout: 30_000 },
    );
  });
}
