/** Runs in a worker thread: typesets acts, so that the server goes on answering meanwhile. */
import { wordsOf } from "../../../shared/files/words.ts";
import type { ActRequest } from "./act-file.ts";
import { actPdf } from "./act-pdf.ts";

/** The bytes of an act. */
export const makeAct = ({ language, ...request }: ActRequest): Promise<Uint8Array> =>
  actPdf({ ...request, words: wordsOf(language, request.timeZone) });

export default makeAct;
