/** Fits what sample plots teach: a process of its own, since the worker would answer nothing for the seconds that it takes. */
import { serveRequests } from "@nihol/vision/children/serve-requests";
import { type LabelledPlot, Unlearnable } from "@nihol/vision/learn/learn-ground";
import {
  type LearnedFromSamples,
  learnFromSamples,
  type Networks,
  type TeachingImage,
} from "./learn-from-images.ts";

export interface LearnRequest {
  networks: Networks;
  labelled: { images: readonly TeachingImage[]; plots: readonly LabelledPlot[] };
  name: string;
}
/** Lessons, or why the plots teach none. */
export type LearnResult = LearnedFromSamples | { problem: Unlearnable["reason"] };

serveRequests<LearnRequest, LearnResult>(async ({ networks, labelled, name }) => {
  try {
    return learnFromSamples(networks, labelled, name, new Date());
  } catch (error) {
    if (error instanceof Unlearnable) return { problem: error.reason };
    throw error;
  }
});
