/** Command `nihol learn`: lessons of the ground that labelled images show. */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { env } from "@nihol/db/env";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { readCoco } from "../coco/read-coco.ts";
import {
  type DescribedImage,
  describeImage,
  learnFromImages,
} from "../learning/learn-from-images.ts";
import { UsageError } from "./detect-arguments.ts";
import { openImage } from "./detect-input.ts";

const HELP = `Usage: npm run nihol -- learn LABELS... --name NAME --out GROUND [--model CARD]

Learns from labelled images which of the detector's candidates are trees on the ground that they show:
one camera, season and kind of country. Some tens of trees are enough; it takes seconds and no database.

  LABELS         COCO files, such as "nihol export-coco" and the panel write; the images lie beside them.
                 Every tree of an image must be labelled, by a box or a point; images marked "partial" are left out
  --name NAME    what people call the ground
  --out GROUND   where what was learned is written (.json); "nihol detect --ground GROUND" uses it
  --model CARD   a model's card (.json); that of NIHOL_MODEL, or the shipped one, when absent
  --help         show this`;

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const note = (text: string): boolean => process.stderr.write(`${text}\n`);

interface LearnArguments {
  files: string[];
  name: string;
  out: string;
  model: string | undefined;
}

function readArguments(argv: string[]): LearnArguments | "help" {
  const text = { type: "string" } as const;
  const options = { name: text, out: text, model: text, help: { type: "boolean" } } as const;
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args: argv, allowPositionals: true, options });
    } catch (error) {
      throw new UsageError(messageOf(error));
    }
  })();
  if (values.help) return "help";
  if (positionals.length === 0) throw new UsageError("Which labels?");
  if (!values.name) throw new UsageError("--name says what the ground is called.");
  if (!values.out) throw new UsageError("--out says where what was learned is written.");
  return { files: positionals, name: values.name, out: values.out, model: values.model };
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

async function learn({ files, name, out, model }: LearnArguments): Promise<void> {
  const started = performance.now();
  const detector = await openOnnxDetector(model ?? env.model ?? SHIPPED_CARD);
  try {
    const described: DescribedImage[] = [];
    for (const file of files) {
      const { images, partial } = await readCoco(file);
      if (partial > 0) note(`${file}: ${partial} images marked "partial" are left out.`);
      for (const image of images) {
        const opened = await openImage(image.path);
        try {
          described.push(await describeImage(detector, image, opened.source));
        } finally {
          await opened.close();
        }
      }
    }
    const seen = performance.now();
    const ground = learnFromImages(detector, described, name, new Date());
    await writeFile(out, `${JSON.stringify(ground)}\n`);
    const { labels, before, after, gain, isBetter } = ground;
    const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);
    note(
      `${labels.trees} trees on ${labels.plots} plots of ${labels.images} images: F1 ${before.f1} before, ${after.f1} after, counted ${before.found} before, ${after.found} after, on plots that it did not learn from.`,
    );
    note(
      isBetter
        ? `It is better by ${gain.f1.toFixed(3)} (standard error ${gain.error.toFixed(3)}) and is used.`
        : `It is not better by more than its error (${gain.f1.toFixed(3)}, ${gain.error.toFixed(3)}): the detector's own scores stay, and the plots give the range. More plots may help.`,
    );
    const { middle, within, error } = ground.ratio;
    note(
      `A count there is multiplied by ${Math.exp(middle).toFixed(2)}; plots differ by ${percent(Math.sqrt(within))}, the mean is known to ${percent(Math.sqrt(error))}.`,
    );
    note(
      `Looked at in ${((seen - started) / 1000).toFixed(1)} s, learned in ${seconds(seen)} s: ${out}`,
    );
  } finally {
    await detector.close();
  }
}

/** Runs the command and gives its exit code: 0 done, 1 the labels cannot be used, 2 called wrongly. */
export async function runLearnCommand(argv: string[]): Promise<number> {
  try {
    const args = readArguments(argv);
    if (args === "help") process.stdout.write(`${HELP}\n`);
    else await learn(args);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      note(`${error.message}\n\n${HELP}`);
      return 2;
    }
    note(`nihol learn: ${messageOf(error)}`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await runLearnCommand(process.argv.slice(2));
