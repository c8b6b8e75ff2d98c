import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { WifiOff } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { askForPanel } from "../../lib/api/api.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useDocumentTitle } from "../../lib/navigation/document-title.ts";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useNow } from "../../lib/use-now.ts";
import type { MapSearch } from "../../map/data/map-search.ts";
import { boundsAround } from "../../map/data/map-view-state.ts";
import { LazyMap } from "../../map/lazy-map.tsx";
import { PlaceFilters, type PlaceKey } from "../../parts/territory/place-filters.tsx";
import { textLink } from "../../ui/button.tsx";
import { WallAlerts } from "./wall-alerts.tsx";
import type { WallSearch } from "./wall-search.ts";
import { WallTiles } from "./wall-tiles.tsx";

/** Milliseconds after which all is asked for anew, and after which what is shown is said to be old. */
const freshEvery = 60_000;
const oldAfter = 3 * freshEvery;
/** Milliseconds after which a newer panel is looked for. */
const panelEvery = 1_800_000;
/** Degrees about the devices. */
const margin = 0.02;

const places: readonly PlaceKey[] = ["region", "district", "garden"];
const renewed = { refetchInterval: freshEvery, refetchIntervalInBackground: true };

/** Keeps the screen dark and awake, and takes a newer panel by itself: nobody stands at it. */
function useWall(): void {
  useEffect(() => {
    const { classList } = document.documentElement;
    const wasDark = classList.contains("dark");
    classList.add("dark");
    const stayAwake = () => {
      if (document.visibilityState === "visible" && "wakeLock" in navigator)
        void navigator.wakeLock.request("screen").catch(() => undefined);
    };
    stayAwake();
    document.addEventListener("visibilitychange", stayAwake);
    const timer = setInterval(async () => {
      if ((await askForPanel()) === "newer") window.location.reload();
    }, panelEvery);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", stayAwake);
      if (!wasDark) classList.remove("dark");
    };
  }, []);
}

/** A page for a screen on a wall: what a place measures, its map and its alerts, in large type, kept up to date. */
export function WallScreen({ search }: { search: WallSearch }) {
  const { t } = useTranslation(["monitoring", "app"]);
  useDocumentTitle(t("app:screen_wall"));
  useWall();
  const now = useNow();
  const devices = useQuery({
    ...recordsQuery(paths.device, {
      ...search,
      ordering: "condition",
      page_size: limits.pageSizeMax,
    }),
    ...renewed,
  });
  const alerts = useQuery({
    ...recordsQuery(paths.alert, { ...search, state: "active", page_size: 6 }),
    ...renewed,
  });
  const rows = devices.data?.results ?? [];
  const readAt = Math.min(devices.dataUpdatedAt, alerts.dataUpdatedAt);
  const isOld = readAt > 0 ? now - readAt > oldAfter : devices.isError || alerts.isError;
  return (
    <div className="flex min-h-dvh flex-col gap-[1.5vmin] bg-canvas p-[2vmin] text-ink lg:h-dvh">
      <WallHeader {...{ search, rows, now, isOld, readAt }} />
      <main className="grid min-h-0 grow gap-[1.5vmin] lg:grid-cols-[3fr_2fr]">
        <WallTiles rows={rows} count={devices.data?.count} isOld={isOld} />
        <div className="grid min-h-0 gap-[1.5vmin] max-lg:grid-rows-[20rem_auto] lg:grid-rows-[3fr_2fr]">
          <WallMap rows={rows} search={search} />
          <WallAlerts rows={alerts.data?.results} count={alerts.data?.count ?? 0} isOld={isOld} />
        </div>
      </main>
      <WallFooter search={search} />
    </div>
  );
}

type Rows = Parameters<typeof WallTiles>[0]["rows"];

type HeaderProps = {
  search: WallSearch;
  rows: Rows;
  now: number;
  isOld: boolean;
  /** Milliseconds; 0 before the first answer. */
  readAt: number;
};

function WallHeader({ search, rows, now, isOld, readAt }: HeaderProps) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const [first] = rows;
  // Devices name their place: their readers need no right to see it.
  const place =
    (search.garden && first?.garden) ||
    (search.district && first?.district) ||
    (search.region && first?.region) ||
    undefined;
  const [day = "", time = ""] = format.dateTime(now).split(", ");
  return (
    <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
      <h1 className="text-[clamp(1.5rem,4vmin,3.5rem)] font-semibold tracking-tight">
        {place ? format.name(place.name) : t("wall_title")}
      </h1>
      {isOld && (
        <p
          role="status"
          className="flex items-center gap-3 rounded-md bg-act-soft px-4 py-1.5 text-[clamp(1rem,2.4vmin,2rem)] font-semibold text-act"
        >
          <WifiOff aria-hidden className="size-[1em]" />
          {readAt > 0 ? t("wall_old", { ago: format.ago(readAt) }) : t("wall_none")}
        </p>
      )}
      <p className="numeric text-[clamp(1.25rem,3.4vmin,3rem)] font-medium">
        <span className="text-ink-2">{day}</span> {time}
      </p>
    </header>
  );
}

function WallMap({ rows, search }: { rows: Rows; search: WallSearch }) {
  const { t } = useTranslation("monitoring");
  const [place, setPlace] = useState<MapSearch>({ layers: "devices,gardens" });
  const at = rows.map(({ latitude, longitude }) => `${latitude} ${longitude}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view moves when devices do, not each minute
  const bounds = useMemo(() => boundsAround(rows, margin), [at]);
  const area = {
    region: search.region ? Number(search.region) : undefined,
    district: search.district ? Number(search.district) : undefined,
  };
  return (
    <div className="min-h-0 overflow-hidden rounded-lg border border-line">
      <LazyMap
        label={t("map_label")}
        search={place}
        onSearch={(next) => setPlace((before) => ({ ...before, ...next }))}
        bounds={bounds}
        of={{ area, devices: { chosen: [], onPress: () => undefined } }}
        panel="none"
      />
    </div>
  );
}

/** Chooses the place, for whoever hangs the screen up; the address keeps it. */
function WallFooter({ search }: { search: WallSearch }) {
  const { t } = useTranslation("monitoring");
  const changeSearch = useChangeSearch();
  return (
    <footer className="flex flex-wrap items-center gap-3 text-sm text-ink-3">
      <PlaceFilters
        of={places}
        value={search}
        onChange={(next) => changeSearch((before) => ({ ...before, ...next }))}
      />
      <p className="grow">{t("wall_text")}</p>
      <Link to="/admin/air_monitoring" className={textLink}>
        {t("wall_back")}
      </Link>
    </footer>
  );
}
