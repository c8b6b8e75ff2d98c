import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useScrollCue } from "../../lib/use-scroll-cue.ts";

/** The states of an image, from the file on somebody's disk to the trees on the map. */
type ImageTab = "uploads" | "processes" | "dates" | "images" | "failed";

type Props = {
  tab: ImageTab;
  /** Files of this person that are chosen, on their way or wait to be started. */
  uploads: number;
  children: ReactNode;
};

/**
 * Puts all screens about images under one entry of the menu: each tab has the address and the right that the
 * specification gives its screen, and a person who lacks the right does not see the tab.
 */
export function ImagesFrame({ tab, uploads, children }: Props) {
  return (
    <div className="flex h-full min-h-0 flex-col print:block print:h-auto">
      <ImageTabs tab={tab} uploads={uploads} />
      <div className="min-h-0 grow">{children}</div>
    </div>
  );
}

function ImageTabs({ tab, uploads }: Omit<Props, "children">) {
  const { t } = useTranslation("imagery");
  const may = {
    add: useHolds("satelliteimagery.add"),
    follow: useHolds("satelliteimagery.view"),
    see: useHolds("wholeimage.view"),
  };
  const cue = useScrollCue<HTMLElement>();
  const counts = useCounts(may);
  const process = { to: "/admin/process" } as const;
  const all = [
    { id: "uploads", ...process, search: { view: "uploads" }, n: uploads, may: may.add },
    { id: "processes", ...process, search: {}, n: counts.processes, may: may.follow },
    { id: "dates", ...process, search: { view: "dates" }, n: counts.dates, may: may.follow },
    {
      id: "images",
      to: "/admin/image_processing_ai",
      search: {},
      n: counts.images,
      may: may.see,
    },
    { id: "failed", ...process, search: { status: "failed" }, n: counts.failed, may: may.follow },
  ] as const;
  return (
    <nav
      ref={cue}
      aria-label={t("image_states")}
      data-print="no"
      className="flex shrink-0 gap-5 overflow-x-auto border-b border-line bg-surface px-5 max-sm:gap-4 max-sm:px-4"
    >
      {all
        .filter((one) => one.may)
        .map(({ id, to, search, n }) => (
          <TabLink key={id} {...{ to, search }} isCurrent={id === tab}>
            {t(`tab_${id}`)}
            <Count n={n} isBad={id === "failed"} />
          </TabLink>
        ))}
    </nav>
  );
}

type TabProps = {
  to: "/admin/process" | "/admin/image_processing_ai";
  search: { view?: string; status?: string };
  isCurrent: boolean;
  children: ReactNode;
};

function TabLink({ to, search, isCurrent, children }: TabProps) {
  return (
    <Link
      to={to}
      search={search}
      // The screen tells which of the tabs it is: several stand at one address.
      activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      activeProps={never}
      aria-current={isCurrent ? "page" : undefined}
      className="-mb-px flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-sm font-medium text-ink-2 hover:text-ink focus-visible:outline-offset-[-2px] aria-[current=page]:border-accent aria-[current=page]:text-ink pointer-coarse:h-11"
    >
      {children}
    </Link>
  );
}

/** TanStack's own mark of the present address follows the search alone. */
const never = () => ({});

/** Its room is kept until the number is known. */
function Count({ n, isBad }: { n: number | undefined; isBad: boolean }) {
  const format = useFormat();
  const tone = isBad && n ? "bg-act-soft text-act" : "bg-sunken text-ink-2";
  return (
    <span className={`numeric min-w-6 rounded-full px-1.5 text-center text-xs leading-5 ${tone}`}>
      {n === undefined ? "\u00a0" : format.number(n)}
    </span>
  );
}

function useCounts(may: { follow: boolean; see: boolean }) {
  return {
    processes: useRows(paths.satelliteImagery, {}, may.follow),
    failed: useRows(paths.satelliteImagery, { status: "failed" }, may.follow),
    dates: useRows(paths.capture, { review: "new" }, may.follow),
    images: useRows(paths.wholeImage, {}, may.see),
  };
}

type CountedPath = typeof paths.satelliteImagery | typeof paths.capture | typeof paths.wholeImage;

/** Number of rows of a list within this person's scope; asked again twice a minute, for what others start. */
function useRows(path: CountedPath, filter: Record<string, string>, enabled: boolean) {
  const query = recordsQuery(path, { ...filter, page_size: 1 });
  return useQuery({ ...query, enabled, refetchInterval: 30_000 }).data?.count;
}
