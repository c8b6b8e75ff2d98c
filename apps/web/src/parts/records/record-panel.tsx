import type { UseQueryResult } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { RecordSteps } from "../../lib/list/record-steps.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { RecordFailure, useFailureHeading } from "./record-failure.tsx";

type Record = { can: { change: boolean; delete: boolean } };

type Props<T extends Record> = {
  /** The query of the one record. */
  query: UseQueryResult<T>;
  title: (record: T) => string;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
  children: (record: T) => ReactNode;
  wide?: boolean;
  /** The ways to the records before and after it in the list. */
  steps?: RecordSteps;
};

/** Shows a record beside its list: waiting, refused, or its content with what this person may do. */
export function RecordPanel<T extends Record>({
  query,
  title,
  onClose,
  onEdit,
  onDelete,
  children,
  wide,
  steps,
}: Props<T>) {
  const { t } = useTranslation("app");
  const heading = useFailureHeading();
  const record = query.data;
  const tools = (
    <>
      {steps && <Steps steps={steps} />}
      {record && <Tools {...{ record, onEdit, onDelete }} />}
    </>
  );
  return (
    <SidePanel
      title={record ? title(record) : query.isError ? heading(query.error) : t("loading")}
      onClose={onClose}
      tools={tools}
      wide={wide}
    >
      {query.isPending && <SkeletonLines lines={7} />}
      {query.isError && !record && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {record && children(record)}
    </SidePanel>
  );
}

/** The next rows of the list without going back to it; J and K do the same. */
function Steps({ steps: { previous, next } }: { steps: RecordSteps }) {
  const { t } = useTranslation("app");
  return (
    <>
      <IconButton
        label={t("previous_row")}
        aria-keyshortcuts="k"
        disabled={!previous}
        onClick={previous}
      >
        <ChevronUp />
      </IconButton>
      <IconButton label={t("next_row")} aria-keyshortcuts="j" disabled={!next} onClick={next}>
        <ChevronDown />
      </IconButton>
    </>
  );
}

type ToolsProps = { record: Record; onEdit: () => void; onDelete: () => void };

function Tools({ record, onEdit, onDelete }: ToolsProps) {
  const { t } = useTranslation("app");
  return (
    <>
      {record.can.change && (
        <IconButton label={t("edit")} onClick={onEdit}>
          <Pencil />
        </IconButton>
      )}
      {record.can.delete && (
        <IconButton label={t("delete")} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      )}
    </>
  );
}
