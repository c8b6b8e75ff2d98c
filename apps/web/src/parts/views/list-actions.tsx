import type { ExportList } from "@nihol/contract/values/exports";
import { ExportMenu } from "../records/export-menu.tsx";
import { ViewsMenu } from "./views-menu.tsx";

type Props = {
  list: ExportList;
  /** What the screen shows now: its search, order and filters are the file's. */
  search: Record<string, unknown>;
  /** How many rows fit now. */
  count: number;
  /** Filters that the screen itself sets, beside those of the address. */
  filters?: Record<string, string>;
};

/** What is done with a whole list: keep it as a view, take it away as a file. */
export function ListActions(props: Props) {
  return (
    <>
      <ViewsMenu list={props.list} />
      <ExportMenu {...props} />
    </>
  );
}
