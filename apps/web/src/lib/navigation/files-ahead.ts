/** Fetches, while somebody signs in, the files that the panel will need first. */
import type { Language } from "@nihol/contract/values/languages";
import { whenIdle } from "../when-idle.ts";

declare global {
  interface Window {
    /** Of `early/early.js`: the files of a screen and its texts; none for an address that has no screen. */
    screenFiles?: (path: string, language: Language) => string[];
  }
  interface Navigator {
    /** Chromium's; others do not say how a person pays for their line. */
    connection?: { saveData?: boolean };
  }
}

/**
 * Fetches the code and texts of screens when nothing else is to do, behind everything that the page itself asks for.
 * Who saves data is left alone.
 */
export function fetchFilesAhead(paths: readonly string[], language: Language): void {
  if (navigator.connection?.saveData) return;
  whenIdle(() => {
    for (const file of paths.flatMap((path) => window.screenFiles?.(path, language) ?? [])) {
      const href = `/${file}`;
      if (document.head.querySelector(`link[href="${href}"]`)) continue;
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.fetchPriority = "low";
      link.href = href;
      document.head.append(link);
    }
  });
}
