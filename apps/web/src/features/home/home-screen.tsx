import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { FirstSteps } from "../../parts/records/first-steps.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { CapturesCard } from "./captures-card.tsx";
import { CasesCard } from "./cases-card.tsx";
import { DevicesCard } from "./devices-card.tsx";
import { FiguresCard } from "./figures-card.tsx";
import { NoticesCard } from "./notices-card.tsx";
import { TasksCard } from "./tasks-card.tsx";
import { VerdictsCard } from "./verdicts-card.tsx";

/** What there is to do today, each part by the person's rights and scope. */
export function HomeScreen() {
  const { t } = useTranslation(["home", "app"]);
  const { userData } = useUser();
  const who = [userData?.first_name, userData?.last_name].filter(Boolean).join(" ");
  const role = userData ? roleName(userData.role, t) : "";
  return (
    <div className="@container/list h-full min-h-0 overflow-y-auto">
      <PageHeader
        title={t("title")}
        text={
          <>
            <span lang="mul">{who}</span> · {role}
          </>
        }
      />
      <div className="grid gap-4 px-5 pb-6 @max-sm/list:px-4">
        <FirstSteps />
        <FiguresCard />
        <div className="grid items-start gap-4 @3xl/list:grid-cols-2 @6xl/list:grid-cols-3">
          <TasksCard />
          <CasesCard />
          <VerdictsCard />
          <CapturesCard />
          <DevicesCard />
          <NoticesCard />
        </div>
      </div>
    </div>
  );
}
