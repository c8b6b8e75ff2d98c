import { paths } from "@nihol/contract/values/paths";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";

const idleMs = 60_000;
const runningMs = 5000;

/** Says, on every screen, that borders have moved and figures follow; fetches them anew when they have. */
export function TerritoryUpdateStrip() {
  const { t } = useTranslation("app");
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: [paths.territoryUpdate],
    queryFn: () => ask("GET /territory-update"),
    refetchInterval: ({ state }) => (state.data?.running ? runningMs : idleMs),
  });
  const running = data?.running === true;
  const ran = useRef(running);
  useEffect(() => {
    if (ran.current && !running) void client.invalidateQueries();
    ran.current = running;
  }, [client, running]);
  return (
    <div role="status" data-print="no">
      {running && (
        <p className="bg-watch-soft px-4 py-1 text-center text-sm text-watch">
          {t("territory_updating")}
        </p>
      )}
    </div>
  );
}
