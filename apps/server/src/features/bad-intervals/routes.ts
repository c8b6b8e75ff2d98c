import {
  badIntervalAdd,
  badIntervalCount,
  badIntervalEnd,
  badIntervalList,
  badIntervalTakeBack,
} from "@nihol/contract/sensors/bad-intervals";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts, keeperCan } from "../../policies/devices.ts";
import { listIntervals } from "./bad-interval-queries.ts";
import {
  addInterval,
  countInterval,
  endInterval,
  takeBackInterval,
} from "./bad-interval-writes.ts";

/** Times over which a person says that values of a device are wrong. */
export const badIntervalRoutes: Feature = (app, { db: { sql: db } }) => {
  serve(app, badIntervalList, async ({ actor, params }) => {
    const { id } = await findDeviceFacts(db, actor, params.id);
    return { results: await listIntervals(db, id), can: keeperCan(actor) };
  });
  serve(app, badIntervalCount, async ({ actor, params, query }) => {
    const { id } = await findDeviceFacts(db, actor, params.id);
    const { from, to = null, parameter = null } = query;
    return { values: await countInterval(db, id, { from, to, parameter }) };
  });
  serve(app, badIntervalAdd, ({ actor, params, body }) => addInterval(db, actor, params.id, body));
  serve(app, badIntervalEnd, ({ actor, params, body }) =>
    endInterval(db, actor, params.id, params.interval, body.to),
  );
  serve(app, badIntervalTakeBack, ({ actor, params, body }) =>
    takeBackInterval(db, actor, params.id, params.interval, body.note),
  );
};
