import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { ImageFilter } from "./image-filters.tsx";

/** Below the filter of a report's figure: how many of the images that it counts are not in the reader's list. */
export function OutOfScope({ search }: { search: ImageFilter }) {
  const { t } = useTranslation("imagery");
  const format = useFormat();
  const { garden, region, district, from, to, shows } = search;
  const query = { garden, region, district, from, to, shows };
  const { data } = useQuery({
    queryKey: [paths.wholeImage, "out-of-scope", query],
    queryFn: ({ signal }) => ask("GET /whole-image/out-of-scope", { query, signal }),
    enabled: shows !== undefined,
  });
  if (!data?.count) return null;
  return (
    <p className="text-sm text-ink-2">{t("out_of_scope", { n: format.number(data.count) })}</p>
  );
}
