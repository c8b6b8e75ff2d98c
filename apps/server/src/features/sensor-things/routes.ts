import { staResource, staRoot } from "@nihol/contract/open-data/sensor-things";
import type { FastifyReply } from "fastify";
import { answerOgcErrors } from "../../http/errors.ts";
import type { App, Feature } from "../../http/feature.ts";
import { notFound, Problem } from "../../http/problem.ts";
import { serve } from "../../http/serve.ts";
import { turns } from "../../shared/threads/turns.ts";
import { type Address, isEntity, readAddress, type Step } from "./address.ts";
import { selfLinkOf, writeDataArrays, writeEntity, writePage, writeReferences } from "./answers.ts";
import { plainName } from "./model/model.ts";
import { type Options, queryLimits, readOptions } from "./query/options.ts";
import { refuseUnserved } from "./query/refuse-query.ts";
import type { Ask, Links } from "./rows/ask-sql.ts";
import { type Entity, readPages } from "./rows/entities.ts";
import { serviceDocument } from "./service-document.ts";
import { baseOf, type Reader, readerOf, readWithin } from "./statements/reader-sql.ts";

/** OGC SensorThings API 1.1, reading: devices and what they measure, within the caller's scope. */
export const sensorThingsRoutes: Feature = async (app, services) => {
  await app.register(async (plugin) => {
    answerOgcErrors(plugin);
    const own: App = plugin;
    serve(own, staRoot, async (request) => serviceDocument(baseOf(services, request)));
    serve(own, staResource, async (request, reply) => {
      const address = readAddress(request.params["*"]);
      const options = readOptions(request.query);
      const reader = await readerOf(services, request);
      const { line, seconds } = request.caller ? ofPeople : ofEverybody;
      const end = await line.take(request.caller?.id);
      try {
        const answered = await inTime(seconds, () =>
          readWithin(services, seconds, (within) =>
            answer({ ...reader, ...within }, address, options),
          ),
        );
        return send(reply, answered);
      } finally {
        end();
      }
    });
  });
};

/** Queries of a person run one after the other, and together they leave connections to the panel. */
const ofPeople = {
  line: turns({ atOnce: 4, maxWaiting: 200, maxPerAsker: 50 }),
  seconds: queryLimits.seconds,
};
/** Whoever reads what is published waits for others like them alone. */
const ofEverybody = {
  line: turns({ atOnce: 2, maxWaiting: 100 }),
  seconds: queryLimits.everybodySeconds,
};

type Answer = { json: object } | { text: string } | undefined;

/** A statement that PostgreSQL has ended. */
const isCancelled = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "57014";

/** @throws {Problem} 400 for what PostgreSQL has ended after so many seconds */
async function inTime(seconds: number, read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!isCancelled(error)) throw error;
    throw new Problem(400, "query_too_long", { seconds });
  }
}

function send(reply: FastifyReply, answered: Answer) {
  if (answered === undefined) return reply.code(204).send();
  if ("text" in answered) return reply.type("text/plain; charset=utf-8").send(answered.text);
  return reply.type("application/json; charset=utf-8").send(answered.json);
}

const askOf = ({ set, id, relation }: Step, links: Links, options: Options): Ask => ({
  set,
  by: relation?.by ?? [],
  parents: [links],
  options,
  ...(id !== undefined && { id }),
});

/** An entity that is passed on the way: its id alone. */
const passed = readOptions({ $top: "1", $select: "id" });

async function findEntity(
  reader: Reader,
  step: Step,
  links: Links,
  options: Options,
): Promise<Entity> {
  const pages = await readPages(reader, askOf(step, links, options), { left: queryLimits.rows });
  const entity = pages[0]?.entities[0];
  if (!entity) throw notFound();
  return entity;
}

/** Goes down the path: an entity on the way that is not there, or not the caller's, ends it. */
async function answer(reader: Reader, address: Address, options: Options): Promise<Answer> {
  const { base } = reader;
  let links: Links = {};
  let above = base;
  for (const step of address.steps.slice(0, -1)) {
    const entity = await findEntity(reader, step, links, passed);
    links = entity.links;
    above = selfLinkOf(base, entity);
  }
  const last = address.steps.at(-1);
  if (!last) throw notFound();
  if (isEntity(last)) return answerEntity(reader, last, links, address, options);
  const budget = { left: queryLimits.rows };
  const [page] = await readPages(reader, askOf(last, links, options), budget);
  if (!page) throw notFound();
  const at = `${above}/${last.name}`;
  if (address.ending === "$ref") return { json: writeReferences(base, at, page, options) };
  if (!options.isDataArray) return { json: writePage(base, at, page, options) };
  if (last.set !== "Observations") return refuseUnserved("$resultFormat", 0, "dataArray");
  return { json: writeDataArrays(base, at, page, options) };
}

async function answerEntity(
  reader: Reader,
  step: Step,
  links: Links,
  { property, ending }: Address,
  options: Options,
): Promise<Answer> {
  const { base } = reader;
  const [name = "", ...parts] = property;
  if (name === "") {
    const own = { ...options, top: 1, skip: 0, orderings: [], filter: undefined };
    const entity = await findEntity(reader, step, links, own);
    return ending === "$ref"
      ? { json: { "@iot.selfLink": selfLinkOf(base, entity) } }
      : { json: writeEntity(base, entity, own) };
  }
  const { values, id } = await findEntity(
    reader,
    step,
    links,
    readOptions({ $top: "1", $select: plainName(name) }),
  );
  const value = plainName(name) === "id" ? id : partOf(values[plainName(name)], parts);
  if (value === undefined) throw notFound();
  // A property that has no value is answered without content.
  if (value === null) return undefined;
  if (ending !== "$value") return { json: { [parts.at(-1) ?? name]: value } };
  return { text: typeof value === "object" ? JSON.stringify(value) : String(value) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A part of a JSON value by its path; undefined where there is none. */
function partOf(value: unknown, parts: readonly string[]): unknown {
  let found: unknown = value ?? null;
  for (const part of parts) {
    if (!isRecord(found) || !Object.hasOwn(found, part)) return undefined;
    found = found[part];
  }
  return found;
}
