import { FileQuestion, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../lib/api/api-error.ts";
import { failureText } from "../../lib/text/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";

const headings: Record<number, "not_there" | "not_open_to_you"> = {
  403: "not_open_to_you",
  404: "not_there",
};

const headingOf = (error: unknown) =>
  error instanceof ApiError ? headings[error.status] : undefined;

/** The heading of a panel whose record did not come. */
export function useFailureHeading(): (error: unknown) => string {
  const { t } = useTranslation("app");
  return (error) => t(headingOf(error) ?? "no_data");
}

type Props = { error: unknown; onRetry: () => void; onClose: () => void };

/** In place of a record: deleted, outside the person's scope or without the right, and the way to the list; else trying again. */
export function RecordFailure({ error, onRetry, onClose }: Props) {
  const { t } = useTranslation(["app", "errors"]);
  const heading = headingOf(error);
  if (!heading) return <ErrorPanel error={error} onRetry={onRetry} />;
  const said = failureText(error, t);
  const isClosed = heading === "not_open_to_you";
  return (
    <div role="alert">
      <EmptyState
        icon={isClosed ? <Lock /> : <FileQuestion />}
        title={isClosed ? t(heading) : said}
        text={isClosed && said}
        action={<Button onClick={onClose}>{t("to_the_list")}</Button>}
      />
    </div>
  );
}
