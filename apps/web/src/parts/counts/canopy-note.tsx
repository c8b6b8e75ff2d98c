import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { canopyText } from "@nihol/locales/canopy-text";
import { useCoverageWords } from "./coverage-line.tsx";

/**
 * Part of the ground under closed canopy; in amber where crowns cannot be counted there. Nothing where there is none.
 */
export function CanopyNote({ canopy }: Pick<WholeImage, "canopy">) {
  const words = useCoverageWords();
  const said = canopy && canopyText(canopy, words);
  if (!said) return null;
  return <p className={`text-xs ${canopy.countable ? "text-ink-3" : "text-watch"}`}>{said}</p>;
}
