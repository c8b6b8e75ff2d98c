import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { cx } from "../../lib/cx.ts";
import { useChangeSearch } from "../../lib/navigation/use-change-search.ts";
import { mayOpenDashboard } from "../../lib/permissions.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { FirstSteps } from "../../parts/records/first-steps.tsx";
import { Segmented } from "../../ui/form/segmented.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CapturesCard } from "./captures-card.tsx";
import { CasesCard } from "./cases-card.tsx";
import { DevicesCard } from "./devices-card.tsx";
import { FiguresCard } from "./figures-card.tsx";
import { HomeMap } from "./home-map.tsx";
import type { HomeSearch } from "./home-search.ts";
import { NoticesCard } from "./notices-card.tsx";
import { TasksCard } from "./tasks-card.tsx";
import { VerdictsCard } from "./verdicts-card.tsx";

/** Work of today, each part by the person's rights and scope; or the map of that scope. */
export function HomeScreen({ search }: { search: HomeSearch }) {
  const { t } = useTranslation(["home", "app"]);
  const changeSearch = useChangeSearch();
  const { userData } = useUser();
  const who = [userData?.first_name, userData?.last_name].filter(Boolean).join(" ");
  const role = userData ? roleName(userData.role, t) : "";
  const isMap = search.view === "map";
  return (
    <div className="@container/list flex h-full min-h-0 flex-col overflow-y-auto">
      <PageHeader
        title={t("title")}
        text={
          <>
            <span lang="mul">{who}</span> · {role}
          </>
        }
        // Whoever may open the dashboard has its map.
        actions={
          (isMap || !mayOpenDashboard(userData)) && (
            <Segmented
              label={t("shown")}
              value={isMap ? "map" : "work"}
              onChange={(view) =>
                changeSearch((before) => ({ ...before, view: view === "map" ? "map" : undefined }))
              }
              options={[
                { value: "work", label: t("title") },
                { value: "map", label: t("map") },
              ]}
            />
          )
        }
      />
      {isMap ? <HomeMap search={search} /> : <Work />}
    </div>
  );
}

/**
 * Cards are as high as their content. Until all have it, those of the second line and beyond are not drawn: they would
 * move with what comes above them.
 */
const cards = cx(
  "@3xl/list:grid-cols-2 @6xl/list:grid-cols-3",
  "@3xl/list:@max-6xl/list:has-[[data-waiting]]:[&>:nth-child(n+3)]:invisible",
  "@6xl/list:has-[[data-waiting]]:[&>:nth-child(n+4)]:invisible",
);

function Work() {
  return (
    <div className="grid gap-4 px-5 pb-6 @max-sm/list:px-4">
      <FirstSteps />
      <FiguresCard />
      <div className={cx("grid items-start gap-4", cards)}>
        <TasksCard />
        <CasesCard />
        <VerdictsCard />
        <CapturesCard />
        <DevicesCard />
        <NoticesCard />
      </div>
    </div>
  );
}
