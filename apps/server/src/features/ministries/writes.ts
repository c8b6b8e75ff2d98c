import { ministries } from "@nihol/contract/ministries";
import { recordWrites } from "../../commands/record-writes.ts";
import { refuseField } from "../../http/problem.ts";
import { notOwnMinistry } from "../../policies/rights.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import {
  deleteMinistry,
  findMinistry,
  insertMinistry,
  typeExists,
  updateMinistry,
} from "./ministry-queries.ts";

export const ministryWrites = recordWrites(ministries, {
  find: findMinistry,
  async check(db, { organization_type, name }, id) {
    if (organization_type && !(await typeExists(db, organization_type)))
      refuseField("organization_type", "not_found");
    await checkNamesFree(db, "ministry", name, id);
  },
  requireChangeable(_actor, { can }) {
    if (!can.change) throw notOwnMinistry();
  },
  insert: (db, { name, organization_type }) => insertMinistry(db, name, organization_type),
  update: (db, id, { name, organization_type }) =>
    updateMinistry(db, id, { name, organization_type_id: organization_type }),
  remove: deleteMinistry,
});
