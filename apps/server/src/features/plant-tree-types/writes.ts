/** A tree type is the whole programme's: only a person whose scope is the country writes one (policies/rules.ts). */
import { plantTreeTypes } from "@nihol/contract/planting/plant-tree-types";
import { recordWrites } from "../../commands/record-writes.ts";
import { checkNamesFree } from "../../shared/rows/taken-names.ts";
import { deleteType, findType, insertType, updateType } from "./tree-type-queries.ts";

export const typeWrites = recordWrites(plantTreeTypes, {
  find: findType,
  check: (db, { name }, id) => checkNamesFree(db, "tree_type", name, id),
  insert: (db, { name, latin_name }) => insertType(db, name, latin_name),
  update: updateType,
  remove: deleteType,
});
