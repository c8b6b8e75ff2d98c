import { type DeviceType, deviceTypes, pastStates } from "@nihol/contract/values/devices";
import type { MapSymbol } from "../../points/cluster-layer.tsx";
import { drawIcon } from "../../points/draw-icon.ts";
import { deviceColors, devicePaths } from "./device-icons.ts";

/** Letter of a step as it is drawn: of `pastStates`, or a shade from 1 of a value that nobody says the limits of. */
export type PastLetter = string;

/** Colours that differ for colour-blind eyes on a light map and a dark one. */
const stateColors: Record<PastLetter, string> = {
  [pastStates.good]: "#1b9e77",
  [pastStates.watch]: "#e6a100",
  [pastStates.act]: "#b3261e",
  [pastStates.faulty]: "#6f4a9c",
  [pastStates.no_limits]: "#5b574e",
};

/** From the lowest to the highest value (YlGnBu of ColorBrewer). */
export const shades = ["#a1dab4", "#41b6c4", "#2c7fb8", "#253494"] as const;
const shadeLetters = shades.map((_, n) => String(n + 1));

export const letters: readonly PastLetter[] = [...Object.values(pastStates), ...shadeLetters];
export const colorOf = (letter: PastLetter): string | undefined =>
  stateColors[letter] ?? shades[Number(letter) - 1];

/** Letters from the one that is drawn lowest to the uppermost: nothing, what needs nobody, what asks to act. */
export const byWeight = [
  ...[pastStates.none, pastStates.no_limits, ...shadeLetters, pastStates.good],
  ...[pastStates.watch, pastStates.faulty, pastStates.act],
].join("");

/** Shapes inside a symbol, so that a state is known without its colour; paths in a square of 22. */
export const glyphs: Record<PastLetter, string | undefined> = {
  [pastStates.watch]: "M7 11h8",
  [pastStates.act]: "M11 6v6M11 14.6v1.6",
  [pastStates.faulty]: "M8 8l6 6M14 8l-6 6",
};
/** Of the glyph: white is not seen on amber. */
export const glyphColor = (letter: PastLetter) =>
  letter === pastStates.watch ? "#2b2822" : "#ffffff";

export const pastIconName = (type: DeviceType, letter: PastLetter): string =>
  `past-${type}-${letter}`;

/** The symbol of a device in one step: its kind by shape, its state by colour and by what stands in it, empty without a reading. */
function pastIcon(type: DeviceType, letter: PastLetter): ImageData | null {
  return drawIcon(22, (paint) => {
    const path = new Path2D(devicePaths[type]);
    const color = colorOf(letter);
    paint.lineWidth = 3;
    paint.strokeStyle = "#ffffff";
    paint.stroke(path);
    paint.fillStyle = color ?? "#ffffff";
    paint.fill(path);
    paint.lineWidth = color ? 1 : 2;
    paint.strokeStyle = color ? "#2b2822" : deviceColors[type];
    paint.stroke(path);
    const glyph = glyphs[letter];
    if (!glyph) return;
    paint.lineWidth = 2.2;
    paint.lineCap = "round";
    paint.strokeStyle = glyphColor(letter);
    paint.stroke(new Path2D(glyph));
  });
}

export const pastSymbols: readonly MapSymbol[] = deviceTypes.flatMap((type) =>
  letters.map((letter): MapSymbol => [pastIconName(type, letter), () => pastIcon(type, letter)]),
);
