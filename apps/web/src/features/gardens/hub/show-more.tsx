import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  /** How many are not shown yet. */
  left: number;
};

/** Fetches the next rows below those that are shown; nothing when all are. */
export function ShowMore({ query, left }: Props) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  if (!query.hasNextPage) return null;
  return (
    <div>
      <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t("show_more", { n: format.number(left) })}
      </Button>
    </div>
  );
}
