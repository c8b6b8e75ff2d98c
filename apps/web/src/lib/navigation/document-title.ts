import { useEffect } from "react";

/** The tab's title while a screen is shown. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Nihol`;
  }, [title]);
}
