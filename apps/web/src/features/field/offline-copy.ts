/** The copy of this page that opens without a line: its service worker, and the manifest by which it is installed. */
import { useEffect, useState } from "react";

/**
 * `ready`: everything is on the phone; `newer`: another version is, and takes over when it is asked to; `insecure`: the
 * page came by plain http from another machine, where browsers give neither a copy for offline nor a position;
 * `unsupported`: this browser, or its private window, keeps no pages.
 */
export type CopyState =
  | "none"
  | "making"
  | "ready"
  | "newer"
  | "failed"
  | "insecure"
  | "unsupported";

const worker = "/field-worker.js";
const scope = "/field";
/** The worker's word for taking over from the version that is open. */
const takeOver = "take-over";

/** Follows a worker from its download to its rest. */
function follow(found: ServiceWorker | null, settle: (state: CopyState) => void) {
  found?.addEventListener("statechange", () => {
    const { controller } = navigator.serviceWorker;
    if (found.state === "installed" && controller && controller !== found) settle("newer");
    else if (found.state === "activated") settle("ready");
    else if (found.state === "redundant") settle("failed");
  });
}

async function register(settle: (state: CopyState) => void) {
  const registration = await navigator.serviceWorker.register(worker, {
    scope,
    updateViaCache: "none",
  });
  const { active, waiting, installing } = registration;
  settle(waiting && active ? "newer" : active ? "ready" : "making");
  follow(installing ?? waiting, settle);
  // For a page that was opened at this address; one that came here from another screen is never ready by this.
  void navigator.serviceWorker.ready.then(() => !registration.waiting && settle("ready"));
  registration.addEventListener("updatefound", () => follow(registration.installing, settle));
}

/** Makes the copy, and says how far it is. */
export function useOfflineCopy(): { state: CopyState; renew: () => void } {
  const [state, setState] = useState<CopyState>("none");
  useEffect(() => {
    if (!window.isSecureContext) return setState("insecure");
    if (!("serviceWorker" in navigator)) return setState("unsupported");
    register(setState).catch(() => setState("failed"));
  }, []);
  async function renew() {
    const registration = await navigator.serviceWorker.getRegistration(scope);
    navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload(), {
      once: true,
    });
    registration?.waiting?.postMessage(takeOver);
  }
  return { state, renew: () => void renew() };
}

/** Names the manifest while the page is open: the panel itself is not installed. */
export function useManifest(): void {
  useEffect(() => {
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = "/field.webmanifest";
    document.head.append(link);
    return () => link.remove();
  }, []);
}
