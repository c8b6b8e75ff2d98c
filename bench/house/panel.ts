/** Rows about the panel: sides that are not those of the writing, tests of its own, the map's inputs. */
import { isTest, product, sources } from "../../test/architecture/sources.ts";
import { placesOf } from "./counted-text.ts";
import { atMost, type Row } from "./row.ts";

const panel = product.filter(({ part }) => part === "web");

/** Classes and styles that name left or right, where writing from the right needs start and end; the middle is the same to both. */
const side =
  /(?<![\w-])(?:border|rounded)-[lr](?![\w-])|(?<![\w-])-?(?!left-1\/2)(?:[mp][lr]|scroll-[mp][lr]|border-[lr]|rounded-(?:[lr]|[tb][lr])|left|right)-(?:\[|\(|\d|px|auto|full|none|sm|md|lg|xl|line|brand)|\b(?:text|float|clear)-(?:left|right)\b|\b(?:margin|padding|border)(?:Left|Right)\b/g;

const lines = (of: readonly { text: string }[]) =>
  of.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);

/** Sides in the panel, lines of its tests to those of its sources, and props of the largest map. */
export function panelRows(): Row[] {
  const sides = placesOf(panel, side);
  const tests = lines(sources.filter((source) => source.part === "web" && isTest(source)));
  const share = Math.round((100 * tests) / lines(panel)) / 100;
  const map = panel.find(({ path }) => path.endsWith("/map/live-map.tsx"));
  const [, props] = /\btype \w*Props = \{\n([\s\S]*?)\n\}/.exec(map?.text ?? "") ?? [];
  return [
    atMost("physical sides in the panel", sides.sum, 0, sides.lines),
    {
      name: "panel test lines to source lines",
      value: share,
      goal: "≥ 0.25",
      reached: share >= 0.25,
      details: [],
    },
    atMost("props of LiveMap", props?.match(/^ {2}\w+\??:/gm)?.length, 8, []),
  ];
}
