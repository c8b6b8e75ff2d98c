/** `?bbox=w,s,e,n` of lists and maps. */
import { bboxQuerySchema } from "@nihol/contract/geometry";
import { refuseField } from "./problem.ts";

/**
 * Reads a bbox in degrees; undefined when none was sent.
 * @throws {FieldProblem} when it is not four numbers from west to east and south to north
 */
export function bboxOfQuery(
  text: string | undefined,
): [west: number, south: number, east: number, north: number] | undefined {
  if (text === undefined) return undefined;
  const { data } = bboxQuerySchema.safeParse(text);
  if (!data || data[0] > data[2] || data[1] > data[3]) return refuseField("bbox", "invalid");
  return data;
}
