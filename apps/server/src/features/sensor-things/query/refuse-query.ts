/** Refusals of a query: which option, at which character, and what is wrong there. */
import { refuseField } from "../../../http/problem.ts";

/** Options of a query, as the standard names them. */
export const queryOptions = [
  "$filter",
  "$expand",
  "$select",
  "$orderby",
  "$top",
  "$skip",
  "$count",
  "$resultFormat",
  "$skiptoken",
] as const;
export type QueryOption = (typeof queryOptions)[number];

/** A piece of an option's text, and where it begins in it; characters are counted from 1 in what is answered. */
export interface Piece {
  option: QueryOption;
  text: string;
  at: number;
}

const shown = 30;

/** @throws {FieldProblem} always: what stands at `at` of the option is not understood */
export const refuseSyntax = (option: QueryOption, at: number, near: string): never =>
  refuseField(option, "query_not_understood", {
    at: at + 1,
    near: near.slice(0, shown) || "∅",
  });

/** @throws {FieldProblem} always: the name is none of that kind of entity */
export const refuseName = (option: QueryOption, at: number, name: string, set: string): never =>
  refuseField(option, "query_unknown_name", { at: at + 1, name: name.slice(0, shown), set });

/** @throws {FieldProblem} always: the operator or function does not go with such values */
export const refuseType = (option: QueryOption, at: number, name: string): never =>
  refuseField(option, "query_wrong_type", { at: at + 1, name: name.slice(0, shown) });

/** @throws {FieldProblem} always: part of the standard that is not served */
export const refuseUnserved = (option: QueryOption, at: number, name: string): never =>
  refuseField(option, "query_not_served", { at: at + 1, name: name.slice(0, shown) });
