import { organizationTypes } from "@nihol/contract/ministries";
import { recordWrites } from "../../commands/record-writes.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import { deleteType, findType, insertType, updateType } from "./organization-type-queries.ts";

export const typeWrites = recordWrites(organizationTypes, {
  find: findType,
  check: (db, { name }, id) => checkNamesFree(db, "organization_type", name, id),
  insert: (db, { name, contractor }) => insertType(db, name, contractor),
  update: updateType,
  remove: deleteType,
});
