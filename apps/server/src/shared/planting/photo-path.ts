import { paths } from "@nihol/contract/values/paths";

/** The address of a report row's photo, another one with each photo; null where there is none. */
export const photoPath = (task: number, row: number, key: string | null): string | null =>
  key &&
  `${paths.plantTreeTask}/${task}/report/${row}/photo?v=${key.split("/").at(-1)?.slice(0, 8)}`;
