import type { TaskComment } from "@nihol/contract/planting/task-comments";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { Button } from "../../../ui/button.tsx";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { UnsavedGuard } from "../../../ui/form/unsaved-guard.tsx";
import { commentsPath } from "./comments-query.ts";
import { MentionBox } from "./mention-box.tsx";
import { storedText, typedText } from "./mention-text.ts";

type Props = {
  task: number;
  /** The comment that is changed; a new one without it. */
  comment?: TaskComment;
  onClose?: () => void;
};

/** Writes a comment, or changes one. */
export function CommentForm({ task, comment, onClose }: Props) {
  const { t } = useTranslation(["tasks", "app"]);
  const failureText = useFailureText();
  const [typed, setTyped] = useState(() => typedText(comment?.body ?? "", comment?.mentions ?? []));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const label = t(comment ? "comment_edit" : "comment_new");

  async function handleSend() {
    const body = { body: storedText(typed.text, typed.named) };
    setBusy(true);
    setError(undefined);
    try {
      if (comment)
        await ask("PATCH /plant-tree-task/:id/comment/:comment", {
          params: { id: task, comment: comment.id },
          body,
        });
      else await ask("POST /plant-tree-task/:id/comment", { params: { id: task }, body });
      await refresh(commentsPath(task));
      setTyped({ text: "", named: new Map() });
      onClose?.();
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.fields : undefined;
      setError(fields?.body ?? failureText(failure));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void handleSend();
      }}
    >
      <MentionBox task={task} label={label} value={typed} onChange={setTyped} error={error} />
      <UnsavedGuard
        isDirty={() => !isBusy && storedText(typed.text, typed.named) !== (comment?.body ?? "")}
      />
      <div className="flex justify-end gap-2">
        {onClose && (
          <Button size="sm" disabled={isBusy} onClick={onClose}>
            {t("app:cancel")}
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          tone="primary"
          busy={isBusy}
          disabled={typed.text.trim() === ""}
        >
          {t(comment ? "app:save" : "comment_send")}
        </Button>
      </div>
    </form>
  );
}
