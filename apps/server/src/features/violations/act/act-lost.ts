/** The evidence of a case that was opened from lost trees: figures of both dates, crops, and every place by its number. */
import type {
  ComparisonEvidence,
  EvidenceCount,
  EvidenceImage,
  LostPlace,
} from "@nihol/contract/values/violations";
import { formatNumber } from "@nihol/locales/format-number";
import { drawnCountText } from "@nihol/locales/ground-text";
import { modelName } from "@nihol/locales/model-name";
import { coverageWords } from "../../../shared/files/coverage-note.ts";
import type { Act } from "./act-file.ts";
import { type Flow, heading, need, paragraph, rows } from "./act-flow.ts";
import { drawCrops } from "./act-images.ts";
import { drawSketch } from "./act-sketch.ts";

const overviewHeight = 300;
const columns = 3;

/** A map of all places, each with the number that the list gives it. */
function drawOverview(flow: Flow, { boundary, words }: Act, places: readonly LostPlace[]) {
  const { doc, left, width } = flow;
  heading(flow, words.text("violations.act_lost_places"), overviewHeight);
  const box = { x: left, y: flow.y, width, height: overviewHeight };
  const numbered = places.map(({ place }) => place);
  drawSketch(doc, { boundary, point: null, numbered }, box, words);
  flow.y += overviewHeight + 6;
}

/** "1. 38.560123, 68.780123", three in a line, down each column. */
function drawList(flow: Flow, { words }: Act, places: readonly LostPlace[]) {
  const { doc, left, width } = flow;
  const room = width / columns;
  const line = 10.5;
  const perColumn = Math.ceil(places.length / columns);
  const textOf = ({ place: [longitude, latitude], crown_m2 }: LostPlace, index: number) => {
    const area =
      crown_m2 === null
        ? ""
        : ` · ${words.text("reports.crown", { n: formatNumber(crown_m2, words.language, 1) })}`;
    return `${index + 1}. ${latitude.toFixed(6)}, ${longitude.toFixed(6)}${area}`;
  };
  for (let row = 0; row < perColumn; row++) {
    need(flow, line);
    doc.font("regular").fontSize(7.5);
    for (let column = 0; column < columns; column++) {
      const index = column * perColumn + row;
      const place = places[index];
      if (place) doc.text(textOf(place, index), left + column * room, flow.y, { lineBreak: false });
    }
    flow.y += line;
  }
  flow.y += 4;
}

/** The figures of both dates, what was lost between them, and where. */
export function drawLost(flow: Flow, act: Act, evidence: ComparisonEvidence) {
  const { words } = act;
  const word = (key: string, params?: Record<string, string | number>) =>
    words.text(`violations.${key}`, params);
  const number = (value: number) => formatNumber(value, words.language, 2);
  const count = (figure: EvidenceCount) => drawnCountText(figure, coverageWords(words));
  const both = (title: string, of: (image: EvidenceImage) => string) => [
    title,
    of(evidence.before),
    of(evidence.after),
  ];
  const lines = [
    both(word("captured_on"), ({ date }) => words.date(date)),
    both(word("pixel_size"), ({ gsd_m }) => `${number(gsd_m)} ${words.text("map.meters")}`),
    both(word("trees_counted"), ({ trees }) => count(trees)),
    both(word("counted_by"), ({ model }) => (model ? modelName(model) : "–")),
    both(word("file"), ({ file_name }) => file_name),
  ];
  rows(flow, lines, [1, 1.4, 1.4], ["", word("crop_before"), word("crop_after")]);
  const area = formatNumber(evidence.lost.area_m2, words.language);
  paragraph(flow, word("act_lost", { count: count(evidence.lost), area }));
  paragraph(flow, word("act_lost_apart"));
  drawCrops(flow, act, evidence);
  const { places = [], crop } = evidence;
  if (places.length === 0) return;
  const shown = formatNumber(crop?.lost_at.length ?? 0, words.language);
  const all = formatNumber(places.length, words.language);
  if (crop && crop.lost_at.length < places.length)
    paragraph(flow, word("act_lost_on_crops", { shown, all }));
  drawOverview(flow, act, places);
  if (places.length < evidence.lost.count)
    paragraph(flow, word("act_lost_listed", { n: all, count: count(evidence.lost) }));
  drawList(flow, act, places);
}
