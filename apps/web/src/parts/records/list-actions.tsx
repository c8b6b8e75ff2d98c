import type { ExportList } from "@nihol/contract/values/exports";
import { ViewsMenu } from "../views/views-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";

type Props = {
  list: ExportList;
  /** Parameters of the screen now: the file takes over their search, order and filters. */
  search: Record<string, unknown>;
  /** Number of rows that fit now. */
  count: number;
  /** Filters that the screen itself sets, beside those of the address. */
  filters?: Record<string, string>;
};

/** Actions on a whole list: keep it as a view, export it as a file. */
export function ListActions(props: Props) {
  return (
    <>
      <ViewsMenu list={props.list} />
      <ExportMenu {...props} />
    </>
  );
}
