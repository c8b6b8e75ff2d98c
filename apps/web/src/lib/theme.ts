import { useSyncExternalStore } from "react";
import { keepLocally } from "./browser/keep-locally.ts";

export const themes = ["light", "dark", "system"] as const;
type Theme = (typeof themes)[number];

const changed = "nihol-theme";

/** The chosen theme; `system` follows the machine. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe(changed), stored), choose];
}

/** Tells whether the screen is dark now, whatever decided it; for maps and charts. */
export function useDark(): boolean {
  return useSyncExternalStore(watchClass, () =>
    document.documentElement.classList.contains("dark"),
  );
}

function stored(): Theme {
  const value = localStorage.getItem("theme");
  return themes.find((theme) => theme === value) ?? "system";
}

/** early.js listens for the event and repaints. */
function choose(theme: Theme): void {
  keepLocally("theme", theme);
  window.dispatchEvent(new Event(changed));
}

function subscribe(name: string) {
  return (listener: () => void) => {
    window.addEventListener(name, listener);
    window.addEventListener("storage", listener);
    return () => {
      window.removeEventListener(name, listener);
      window.removeEventListener("storage", listener);
    };
  };
}

function watchClass(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  return () => observer.disconnect();
}
