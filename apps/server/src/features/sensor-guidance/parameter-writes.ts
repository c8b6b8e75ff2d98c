/** Adding and changing parameters; the routes ask who may. */
import type {
  ParameterCreate,
  ParameterPatch,
  ParameterRow,
} from "@nihol/contract/sensors/parameters";
import { type Conversion, conversionOf } from "@nihol/contract/values/sensors/column-units";
import {
  isAveraged,
  isByTexture,
  type Ranges,
  rangesInOrder,
} from "@nihol/contract/values/sensors/sensor-guidance";
import type { Database } from "@nihol/db/tables";
import { convertRules as convertQuality, insertRules } from "@nihol/store/quality/quality-rows";
import { findParameterId, findParameters } from "@nihol/store/readings/parameters";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { insertAudit } from "../../http/audit.ts";
import { notFound, refuseField } from "../../http/problem.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import { lockGuidance } from "./guidance-queries.ts";
import { convertExample, convertRanges, convertRules } from "./limit-queries.ts";
import {
  findParameter,
  findSenderTypes,
  insertParameter,
  lockParameters,
  updateParameter,
} from "./parameter-queries.ts";

type Db = Kysely<Database>;

/** A value that is right: the middle of what is good, or of what is known of it. */
function exampleOf(ranges: Ranges, decimals: number): number {
  const low = ranges.good_min ?? ranges.watch_min ?? ranges.faulty_min;
  const high = ranges.good_max ?? ranges.watch_max ?? ranges.faulty_max;
  return Number(((low + high) / 2).toFixed(decimals));
}

async function written(db: Db, actor: Actor, key: string): Promise<ParameterRow> {
  const row = await findParameter(db, actor, key);
  if (!row) throw notFound();
  return row;
}

/**
 * Adds a parameter; devices of its kinds may send it from then on.
 * @throws {FieldProblem} for a key or a name that another one has, for ranges that do not stand in order, and under
 * `averaging` where they are no decibels
 */
export async function addParameter(
  db: Db,
  actor: Actor,
  body: ParameterCreate,
): Promise<ParameterRow> {
  if (!rangesInOrder(body)) refuseField("non_field_errors", "range_order");
  if (!isAveraged(body.averaging, body)) refuseField("averaging", "too_high_for_energy");
  return db.transaction().execute(async (trx) => {
    await lockParameters(trx);
    if (await findParameter(trx, actor, body.key)) refuseField("key", "key_taken");
    await checkNamesFree(trx, "parameter", body.name);
    await insertParameter(trx, body, exampleOf(body, body.decimals));
    await insertRules(trx, body.key);
    await insertAudit(trx, actor, {
      action: "add",
      resource: "parameter",
      id: body.key,
      change: { ...body },
    });
    return written(trx, actor, body.key);
  });
}

/**
 * Has the ranges and the limits of rules say the same in another unit; where nobody knows how, they keep their numbers.
 * @throws {FieldProblem} where the ranges would be beyond what ranges may be
 */
async function convert(trx: Db, key: string, from: string, to: string) {
  const by: Conversion | null = conversionOf(from, to);
  if (!by) return;
  await lockGuidance(trx, key);
  const isFitting = await convertRanges(trx, key, by);
  if (!isFitting) refuseField("unit", "invalid");
  await convertExample(trx, key, by);
  await convertRules(trx, key, by);
  await convertQuality(trx, key, by.factor);
}

/**
 * Changes what was sent. What has been measured keeps its meaning: its unit stays, and so do kinds of device.
 * @throws {Problem} 404 for a key that is none
 * @throws {FieldProblem} for a name that another one has, and under `unit`, `averaging` and `device_types` where values are there; under `unit`, too, for
 * the humidity of soil, whose ranges by texture are percents
 */
export async function patchParameter(
  db: Db,
  actor: Actor,
  key: string,
  body: ParameterPatch,
): Promise<ParameterRow> {
  return db.transaction().execute(async (trx) => {
    await lockParameters(trx);
    const before = await written(trx, actor, key);
    await checkNamesFree(trx, "parameter", body.name, await findParameterId(trx, key));
    const senders = await findSenderTypes(trx, key);
    const { unit = before.unit } = body;
    if (unit !== before.unit && senders.length > 0) refuseField("unit", "values_measured");
    // Ranges of textures hold for humidity at all depths: they are percents.
    if (unit !== before.unit && isByTexture(key)) refuseField("unit", "invalid");
    // Hours hold the sums that its way of averaging needs.
    const { averaging = before.averaging } = body;
    if (averaging !== before.averaging && senders.length > 0)
      refuseField("averaging", "values_measured");
    const ranges = (await findParameters(trx)).guidance.get(key);
    if (ranges && !isAveraged(averaging, ranges)) refuseField("averaging", "too_high_for_energy");
    const { device_types: types } = body;
    if (types && senders.some((type) => !types.includes(type)))
      refuseField("device_types", "values_measured");
    await updateParameter(trx, before, body);
    if (unit !== before.unit) await convert(trx, key, before.unit, unit);
    await insertAudit(trx, actor, {
      action: "change",
      resource: "parameter",
      id: key,
      change: { ...body },
    });
    return written(trx, actor, key);
  });
}
