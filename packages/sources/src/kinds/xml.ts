/** Reads the XML of capabilities: elements, attributes, text. No entities but the five, a limited depth. */
import { setImmediate } from "node:timers/promises";
import type { Bbox } from "@nihol/geo/geometry";
import { SaxesParser } from "saxes";
import { SourceProblem } from "../fetch/source-problem.ts";

export interface XmlElement {
  /** Without its namespace. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

const depthMax = 60;
/** Characters read in one go, in some 20 ms: a document of many megabytes must not hold everybody else up. */
const pieceLength = 200_000;
const local = (name: string) => name.slice(name.indexOf(":") + 1);

/** @throws SourceProblem `source_xml` for what is no XML, nests without end, or defines entities of its own */
export async function readXml(text: string): Promise<XmlElement> {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const pairs = Object.entries(attributes).map(([key, value]) => [local(key), value]);
    const element = {
      name: local(name),
      attributes: Object.fromEntries(pairs),
      children: [],
      text: "",
    };
    open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length > depthMax) throw new Error("too deep");
  });
  parser.on("closetag", () => void open.pop());
  const add = (more: string) => {
    const top = open.at(-1);
    if (top) top.text += more;
  };
  parser.on("text", add);
  parser.on("cdata", add);
  try {
    for (let from = 0; from < text.length; from += pieceLength) {
      parser.write(text.slice(from, from + pieceLength));
      await setImmediate();
    }
    parser.close();
  } catch {
    throw new SourceProblem("source_xml");
  }
  const [first] = root.children;
  if (!first) throw new SourceProblem("source_xml");
  return first;
}

/** The children of a name. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** The first element down a path of names. */
export const childAt = (
  element: XmlElement | undefined,
  ...path: string[]
): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], element);

/** The text of the element down a path, without space around it; "" where there is none. */
export const textAt = (element: XmlElement | undefined, ...path: string[]): string =>
  childAt(element, ...path)?.text.trim() ?? "";

/** West, south, east and north out of what an element says; null unless they are four numbers in order. */
export function bboxOfTexts(texts: readonly (string | undefined)[]): Bbox | null {
  if (texts.length !== 4 || texts.some((text) => !text?.trim())) return null;
  const [west = 0, south = 0, east = 0, north = 0] = texts.map(Number);
  return west <= east && south <= north ? [west, south, east, north] : null;
}
