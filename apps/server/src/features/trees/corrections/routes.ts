import { treeConflicts, treeConflictsDecide } from "@nihol/contract/imagery/tree-conflicts";
import {
  treeCorrections,
  treeCorrectionUndo,
  treeDelete,
} from "@nihol/contract/imagery/tree-corrections";
import type { Actor } from "../../../http/actor.ts";
import type { Feature } from "../../../http/feature.ts";
import { pageOf } from "../../../http/paging.ts";
import { notFound } from "../../../http/problem.ts";
import { serve } from "../../../http/serve.ts";
import { findImageScope } from "../../../policies/imagery.ts";
import { listConflicts } from "./conflict-queries.ts";
import { decideConflicts } from "./conflict-writes.ts";
import { findOneCorrection, listCorrections } from "./correction-queries.ts";
import { deleteTree, undo } from "./writes.ts";

export const treeCorrectionRoutes = ((app, services) => {
  const { sql } = services.db;

  async function imageOf(actor: Actor, id: number) {
    const found = await findImageScope(sql, actor, id);
    if (!found) throw notFound();
    return { id, ...found };
  }

  serve(app, treeDelete, async ({ actor, params, query }) => {
    await deleteTree(services, actor, params.id, query);
    return null;
  });

  serve(app, treeCorrections, async (request) => {
    const { actor, params, query } = request;
    const image = await imageOf(actor, params.id);
    const { count, rows } = await listCorrections(sql, actor, image, query);
    return pageOf(request, query, count, rows);
  });

  serve(app, treeCorrectionUndo, async ({ actor, params }) => {
    await undo(services, actor, params.id, params.correction);
    const image = await imageOf(actor, params.id);
    const found = await findOneCorrection(sql, actor, image, params.correction);
    if (!found) throw notFound();
    return found;
  });

  serve(app, treeConflicts, async (request) => {
    const { actor, params, query } = request;
    const { count, rows } = await listConflicts(sql, actor, await imageOf(actor, params.id), query);
    return pageOf(request, query, count, rows);
  });

  serve(app, treeConflictsDecide, ({ actor, params, body }) =>
    decideConflicts(services, actor, params.id, body),
  );
}) satisfies Feature;
