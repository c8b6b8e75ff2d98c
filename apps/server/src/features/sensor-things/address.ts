/** Reads the path of an address: `Things(3)/Datastreams('3-co2')/Observations` (OGC 18-088, 9.2). */
import { notFound } from "../../http/problem.ts";
import {
  type EntitySet,
  entitySetOf,
  model,
  ownValue,
  plainName,
  type Relation,
} from "./model/model.ts";
import type { LinkValue } from "./rows/ask-sql.ts";

/** A set, or an entity of it; below an entity, by which navigation. */
export interface Step {
  set: EntitySet;
  id: LinkValue | undefined;
  name: string;
  relation: Relation | undefined;
}

export interface Address {
  steps: Step[];
  /** A property of the last entity, and parts within it. */
  property: string[];
  ending: "$ref" | "$value" | undefined;
}

const maxSteps = 8;

/** `(3)` or `('3-co2')`; a quote within is doubled. */
function idOf(text: string): LinkValue {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  const found = /^'((?:[^']|'')*)'$/.exec(text);
  if (!found) throw notFound();
  return (found[1] ?? "").replaceAll("''", "'");
}

function split(segment: string): { name: string; id: LinkValue | undefined } {
  const found = /^([A-Za-z]+)(?:\((.*)\))?$/.exec(segment);
  if (!found) throw notFound();
  return { name: found[1] ?? "", id: found[2] === undefined ? undefined : idOf(found[2]) };
}

/** An entity is where one stands: by its id, or as the only one of a navigation. */
export const isEntity = ({ id, relation }: Step) => id !== undefined || relation?.isMany === false;

function stepBelow({ set }: Step, segment: string): Step | undefined {
  const { name, id } = split(segment);
  const relation = ownValue(model[set].relations, name);
  if (!relation || (id !== undefined && !relation.isMany)) return undefined;
  return { set: relation.to, id, name, relation };
}

/** @throws {Problem} 404 for an address that the service has not */
export function readAddress(path: string): Address {
  const segments = path.replace(/\/$/, "").split("/");
  const last = segments.at(-1);
  const ending = last === "$ref" || last === "$value" ? last : undefined;
  if (ending) segments.pop();
  const [first = "", ...rest] = segments;
  const { name, id } = split(first);
  const set = entitySetOf(name);
  if (!set || segments.length > maxSteps) throw notFound();
  const steps: Step[] = [{ set, id, name, relation: undefined }];
  for (const [place, segment] of rest.entries()) {
    const step = steps.at(-1);
    if (!step || !isEntity(step)) throw notFound();
    const property = rest.slice(place);
    if (ownValue(model[step.set].properties, plainName(segment)))
      return whole(steps, property, ending);
    const below = stepBelow(step, segment);
    if (!below) throw notFound();
    steps.push(below);
  }
  return whole(steps, [], ending);
}

/** `$value` is of a property, `$ref` of what is no property. */
function whole(steps: Step[], property: string[], ending: Address["ending"]): Address {
  const isOfProperty = property.length > 0;
  if ((ending === "$value" && !isOfProperty) || (ending === "$ref" && isOfProperty))
    throw notFound();
  return { steps, property, ending };
}
