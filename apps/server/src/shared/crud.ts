/** The five calls of a resource, from its value in the contract and the functions that read and write it. */

import { idParamsSchema, listSchema, pageSchema } from "@nihol/contract/paging";
import type {
  CreateOf,
  DetailOf,
  ListQueryOf,
  OrderingOf,
  PatchOf,
  ResourceDefinition,
  RowOf,
} from "@nihol/contract/resource";
import type { Language } from "@nihol/contract/values/languages";
import { type Action, rightFor } from "@nihol/contract/values/permissions";
import { z } from "@nihol/contract/z";
import type { Db } from "@nihol/db/connection";
import { languageOf } from "@nihol/locales/text";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../http/actor.ts";
import type { App } from "../http/feature.ts";
import { type Order, orderOf, pageOf } from "../http/paging.ts";
import { notFound } from "../http/problem.ts";
import { readFor, type Services } from "../http/services.ts";
import { listCan } from "../policies/rights.ts";

/** Reads one page; the total is of all pages. */
export type ListRows<R extends ResourceDefinition> = (
  db: Db,
  actor: Actor,
  query: ListQueryOf<R>,
  order: Order<OrderingOf<R>>,
  language: Language,
) => Promise<{ count: number; rows: RowOf<R>[] }>;

/** Rules of a resource by itself; a write that is left out is no call. */
interface Rules<R extends ResourceDefinition> {
  list: ListRows<R>;
  /** Undefined where it does not exist or lies outside the actor's scope. */
  find: (db: Db, actor: Actor, id: number, language: Language) => Promise<DetailOf<R> | undefined>;
  /** @returns the new record's id */
  create?: (services: Services, actor: Actor, body: CreateOf<R>) => Promise<number>;
  patch?: (services: Services, actor: Actor, id: number, body: PatchOf<R>) => Promise<void>;
  remove?: (services: Services, actor: Actor, id: number) => Promise<void>;
}

/** Registers list, one, create, patch and delete of a resource. What is special stays an ordinary route beside it. */
export function crud<R extends ResourceDefinition>(
  app: App,
  services: Services,
  of: R,
  { list, find, create, patch, remove }: Rules<R>,
): void {
  const { path, rights, row, detail = row, view = `${rights}.view`, bodyBytes: bodyLimit } = of;
  const one = `${path}/:id`;
  const db = services.db.sql;
  const access = (action: Action) => rightFor(of.name ?? rights, action);
  async function found({ actor, headers }: FastifyRequest, id: number): Promise<DetailOf<R>> {
    const record = await find(db, actor, id, languageOf(headers["accept-language"]));
    if (record === undefined) throw notFound();
    return record;
  }

  app.get(
    path,
    {
      config: { access: view },
      schema: {
        querystring: of.query,
        response: { 200: of.name ? listSchema(row) : pageSchema(row) },
      },
    },
    async (request) => {
      const { actor } = request;
      const query = request.query as ListQueryOf<R>;
      const order = orderOf<OrderingOf<R>>(query.ordering, of.orderings, of.order);
      const language = languageOf(request.headers["accept-language"]);
      const { count, rows } = await readFor(services, actor, (from) =>
        list(from, actor, query, order, language),
      );
      const page = pageOf(request, query, count, rows);
      return of.name ? { ...page, can: listCan(actor, of.name) } : page;
    },
  );
  app.get(
    one,
    {
      config: { access: view },
      schema: { params: idParamsSchema, response: { 200: detail } },
    },
    async (request) => found(request, request.params.id),
  );
  if (create && of.create)
    app.post(
      path,
      {
        config: { access: access("add") },
        bodyLimit,
        schema: { body: of.create, response: { 201: detail } },
      },
      async (request, reply) => {
        const id = await create(services, request.actor, request.body as CreateOf<R>);
        return reply.code(201).send(await found(request, id));
      },
    );
  if (patch && of.patch)
    app.patch(
      one,
      {
        config: { access: access("change") },
        bodyLimit,
        schema: { params: idParamsSchema, body: of.patch, response: { 200: detail } },
      },
      async (request) => {
        const { id } = request.params;
        await patch(services, request.actor, id, request.body as PatchOf<R>);
        return found(request, id);
      },
    );
  if (remove)
    app.delete(
      one,
      {
        config: { access: access("delete") },
        schema: { params: idParamsSchema, response: { 204: z.null() } },
      },
      async (request, reply) => {
        await remove(services, request.actor, request.params.id);
        return reply.code(204).send(null);
      },
    );
}
