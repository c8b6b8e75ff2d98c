import { useState } from "react";
import { keepLocally } from "../../lib/browser/keep-locally.ts";

/** A yes or no that the browser remembers. */
export function useKept(key: string, initial: boolean): [boolean, (value: boolean) => void] {
  const [value, setValue] = useState(() => {
    const stored = localStorage.getItem(key);
    return stored === null ? initial : stored === "1";
  });
  function keep(next: boolean) {
    keepLocally(key, next ? "1" : "0");
    setValue(next);
  }
  return [value, keep];
}
