import {
  badIntervalAdd,
  badIntervalConfirm,
  badIntervalCount,
  badIntervalEnd,
  badIntervalList,
  badIntervalTakeBack,
} from "@nihol/contract/sensors/bad-intervals";
import { qualityProposalDecide, qualityProposalList } from "@nihol/contract/sensors/quality-rules";
import type { Feature } from "../../http/feature.ts";
import { serve } from "../../http/serve.ts";
import { findDeviceFacts, keeperCan } from "../../policies/devices.ts";
import { listIntervals } from "./bad-interval-queries.ts";
import {
  addInterval,
  confirmInterval,
  countInterval,
  endInterval,
  takeBackInterval,
} from "./bad-interval-writes.ts";

import { decideProposals } from "./decide-proposals.ts";
import { listProposals } from "./proposal-queries.ts";

/** Times over which a person or a rule says that values of a device are wrong. */
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
  serve(app, badIntervalConfirm, ({ actor, params }) =>
    confirmInterval(db, actor, params.id, params.interval),
  );
  serve(app, qualityProposalList, async ({ actor }) => ({
    ...(await listProposals(db, actor)),
    can: keeperCan(actor),
  }));
  serve(app, qualityProposalDecide, ({ actor, body }) => decideProposals(db, actor, body));
  serve(app, badIntervalTakeBack, ({ actor, params, body }) =>
    takeBackInterval(db, actor, params.id, params.interval, body.note),
  );
};
