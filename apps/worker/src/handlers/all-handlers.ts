/** Every job of the contract and who does it: a job without a handler does not compile, nor start. */
import { jobs } from "@nihol/contract/jobs";
import type { JobName } from "@nihol/contract/values/jobs";
import type { Handler } from "../runner/job-context.ts";
import { makeBackupJob } from "./backup-make.ts";
import { learnGroundJob } from "./calibrating/ground-learn.ts";
import { calibrateImagery } from "./calibrating/imagery-calibrate.ts";
import { sharePlots } from "./calibrating/imagery-share-plots.ts";
import { compareImagery } from "./comparing/imagery-compare.ts";
import { checkEvidence } from "./evidence-check.ts";
import { makeExport } from "./export-make.ts";
import { detectImagery } from "./imagery-detect.ts";
import { displayImagery } from "./imagery-display.ts";
import { fetchImagery } from "./imagery-fetch.ts";
import { prepareImagery } from "./imagery-prepare.ts";
import { publishImagery } from "./imagery-publish.ts";
import { sendMail } from "./mail-send.ts";
import { calibrateReadings } from "./readings-calibrate.ts";
import { packReadings } from "./readings-pack.ts";
import { reassignTerritory } from "./territory-reassign.ts";
import { settleLeafOff, settleTrees } from "./trees-settle.ts";
import { proposeVerdictJob } from "./verdict-propose.ts";
import { watchImagery } from "./watching/imagery-watch.ts";

export const handlers: { [Name in JobName]: Handler<Name> } = {
  "imagery.fetch": fetchImagery,
  "imagery.watch": watchImagery,
  "imagery.prepare": prepareImagery,
  "imagery.detect": detectImagery,
  "imagery.publish": publishImagery,
  "imagery.display": displayImagery,
  "imagery.compare": compareImagery,
  "imagery.calibrate": calibrateImagery,
  "imagery.share_plots": sharePlots,
  "ground.learn": learnGroundJob,
  "trees.settle": settleTrees,
  "trees.leaf_off": settleLeafOff,
  "territory.reassign": reassignTerritory,
  "evidence.check": checkEvidence,
  "verdict.propose": proposeVerdictJob,
  "export.make": makeExport,
  "mail.send": sendMail,
  "backup.make": makeBackupJob,
  "readings.pack": packReadings,
  "readings.calibrate": calibrateReadings,
};

/** @throws when the contract names a job that nobody does, or the other way round. */
export function checkHandlers(given: object = handlers, names = Object.keys(jobs)): void {
  const missing = names.filter((name) => !(name in given));
  if (missing.length > 0)
    throw new Error(
      `No handler for ${missing.join(", ")}: write apps/worker/src/handlers/<job>.ts and name it in all-handlers.ts.`,
    );
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(
      `A handler for ${unknown.join(", ")}, which packages/contract/src/values/jobs.ts lacks.`,
    );
}
