/** Checks a person's order of a file, and writes it down. */
import type { ExportCreate, exportCreateSchema } from "@nihol/contract/exports";
import { exportEndings, exportRowsMax, formatAccess } from "@nihol/contract/values/exports";
import type { z } from "@nihol/contract/z";
import { formatNumber } from "@nihol/locales/format-number";
import { type TextLanguage, text } from "@nihol/locales/text";
import { exportJob } from "@nihol/store/exports/export-rows";
import { type Actor, mayCall } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { denied, FieldProblem, Problem, refuseField } from "../http/problem.ts";
import type { Services } from "../http/services.ts";
import { scopeOf } from "../policies/scope.ts";
import { holdAccount } from "../shared/accounts/hold-account.ts";
import type { ListExport } from "../shared/files/list-export.ts";
import { wordsOf, zoneOf } from "../shared/files/words.ts";
import { countUnfinished, insertExport } from "./export-queries.ts";
import { listExports } from "./lists.ts";

/** Of one person at once; more of them would only wait for each other. */
const maxUnfinished = 3;
type Order = z.output<typeof exportCreateSchema>;

/** The list of an order, which the actor may see. @throws 403; 400 for a format it does not come in */
export function listFor(actor: Actor, { list, format }: Pick<Order, "list" | "format">) {
  const found = listExports[list];
  if (!mayCall(found.access, actor)) throw denied();
  if (!found.formats.includes(format)) refuseField("format", "invalid");
  const besides = formatAccess(format);
  if (besides && !mayCall(besides, actor)) throw denied();
  return found;
}

/** The query without paging, validated as the list call validates it. @throws FieldProblem under `query.<field>` */
function parsedQuery(list: ListExport, sent: ExportCreate["query"]) {
  const { page: _page, page_size: _size, ...query } = sent ?? {};
  const parsed = list.parse(query);
  if (parsed.success) return { query, parsed: parsed.data };
  const fields = parsed.error.issues.map(({ path }) => [
    ["query", ...path].join("."),
    [{ code: "invalid" }],
  ]);
  throw new FieldProblem(Object.fromEntries(fields));
}

function checkZone(timeZone: string) {
  try {
    zoneOf(timeZone);
  } catch {
    refuseField("time_zone", "invalid");
  }
}

/** "Сады 14.05.2026.xlsx" on the reader's calendar. */
function fileName(list: ListExport, order: Order, language: TextLanguage, now = new Date()) {
  const [day = ""] = wordsOf(language, order.time_zone).moment(now.toISOString()).split(" ");
  const title = text(language, list.title).replace(/[\\/:*?"<>|]/g, " ");
  return `${title} ${day.replaceAll("/", ".")}.${exportEndings[order.format]}`;
}

/**
 * Writes an export down, with the number of its rows as they are now, and sends its job with the row.
 * @throws 403 without the list's permission, 400 for what the list call would refuse too and for more
 *   rows than a file of the kind holds, 429 while three of the person's are unfinished
 */
export async function orderExport(
  { db: { sql: db }, jobs }: Pick<Services, "db" | "jobs">,
  actor: Actor,
  order: Order,
  language: TextLanguage,
): Promise<number> {
  const list = listFor(actor, order);
  checkZone(order.time_zone);
  const { query, parsed } = parsedQuery(list, order.query);
  const words = wordsOf(language, order.time_zone);
  const { count } = await list.page(db, actor, { ...parsed, page: 1, page_size: 1 }, words);
  const { max, code } = exportRowsMax(order.format);
  if (count > max) throw new Problem(400, code, { max: formatNumber(max, language) });
  return db.transaction().execute(async (trx) => {
    await holdAccount(trx, actor.id);
    if ((await countUnfinished(trx, actor.id)) >= maxUnfinished)
      throw new Problem(429, "exports_unfinished", { max: maxUnfinished }, { "retry-after": "10" });
    const id = await insertExport(trx, {
      user_id: actor.id,
      list: order.list,
      format: order.format,
      query,
      language,
      time_zone: order.time_zone,
      reach: scopeOf(actor),
      actor,
      file_name: fileName(list, order, language),
      row_count: count,
    });
    await insertAudit(trx, actor, {
      action: "export",
      resource: order.list,
      id,
      change: { format: order.format, query, rows: count },
    });
    await jobs.sendIn(trx, exportJob(id));
    return id;
  });
}
