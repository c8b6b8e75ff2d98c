/** Words for a person who had a hand in an image that judges a report: the same on screens and in acts. */
import { whoText } from "./who-text.ts";

/** Properties of a hand, with days, figures and the organization's name as the reader's language writes them. */
interface ImageHandFacts {
  kind: string;
  image: string;
  date: string;
  on: string;
  /** Null where the reader may not know it; empty where the account is gone. */
  name: string | null;
  /** Empty where there was none. */
  organization: string;
  before: string;
  threshold: string;
  own_side: boolean;
}

type Text = (key: string, params?: Record<string, string>) => string;

/** "Image 7 of 14.05.2026: given by Madina Karimova (Committee), 20.05.2026". @param text of verdicts.json */
export function imageHandText(hand: ImageHandFacts, text: Text): string {
  const { image, date, on, before, threshold } = hand;
  const said = text(`change_${hand.kind}`, {
    ...{ image, date, on, before, threshold },
    who: whoText(hand, text),
  });
  return hand.own_side ? `${said} · ${text("counter_own_side")}` : said;
}
