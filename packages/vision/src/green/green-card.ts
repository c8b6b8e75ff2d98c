import { readFile } from "node:fs/promises";

/** Card of the network that says whether a crown is green: all that the product must know of it. */
export type GreenCard = {
  name: string;
  version: string;
  /** File beside the card. */
  file: string;
  sha256: string;
  input: {
    bands: string[];
    /** Pixels of the square image that it is shown. */
    side: number;
    /** Side of that square as a multiple of the crown's longer side. */
    around: number;
  };
  /** Below this output (0..1, how dead a crown looks) a crown is green; from `deadFrom` on it is not. */
  greenBelow: number;
  deadFrom: number;
  licence: string;
};

function fault(card: Partial<GreenCard>): string | undefined {
  if (!card.name || !card.version || !card.file) return "name, version or file is missing";
  if (!/^[0-9a-f]{64}$/.test(card.sha256 ?? "")) return "sha256 is not 64 hexadecimal digits";
  const { input, greenBelow = -1, deadFrom = -1 } = card;
  if (!input || !(input.side >= 8 && input.side <= 256)) return "input.side is out of range";
  if (!(input.around >= 1 && input.around <= 4)) return "input.around is out of range";
  if (!(greenBelow >= 0 && greenBelow <= deadFrom && deadFrom <= 1))
    return "greenBelow and deadFrom are not 0..1 in this order";
  return undefined;
}

/** Reads the card of a green classifier. Throws with the reason when the file is not one. */
export async function readGreenCard(path: string): Promise<GreenCard> {
  const card = JSON.parse(await readFile(path, "utf8")) as GreenCard;
  const found = fault(card);
  if (found) throw new Error(`${path} is not the card of a green classifier: ${found}.`);
  return card;
}
