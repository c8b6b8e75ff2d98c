import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { BackupCard } from "./backup-card.tsx";
import { JobsCard } from "./jobs-card.tsx";
import { operationsQuery } from "./operations-data.ts";
import { RetentionCard } from "./retention-card.tsx";
import { RoomCard } from "./room-card.tsx";
import { ServicesCard } from "./services-card.tsx";
import { WorkersCard } from "./workers-card.tsx";

/** State of the installation for those who run it: backups, workers, jobs, room, mail, devices, versions. */
export function OperationsScreen() {
  const { t } = useTranslation("operations");
  const { data, isError, error, refetch } = useQuery(operationsQuery);
  return (
    <div className="@container/list flex h-full min-h-0 flex-col overflow-y-auto">
      <PageHeader title={t("title")} text={t("about")} />
      <div className="grid gap-4 px-5 pb-6 @max-sm/list:px-4">
        {isError && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <SkeletonLines lines={12} />}
        {data && (
          <div className="grid items-start gap-4 @4xl/list:grid-cols-2">
            <BackupCard backup={data.backup} />
            <WorkersCard workers={data.workers} />
            <div className="min-w-0 @4xl/list:col-span-2">
              <JobsCard queues={data.queues} />
            </div>
            <RoomCard database={data.database} files={data.files} growth={data.growth} />
            <ServicesCard mail={data.mail} mqtt={data.mqtt} versions={data.versions} />
            <div className="min-w-0 @4xl/list:col-span-2">
              <RetentionCard retention={data.retention} />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
