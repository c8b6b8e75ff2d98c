import type { TaskComment } from "@nihol/contract/planting/task-comments";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { MoreButton } from "../../../ui/table/more-button.tsx";
import { CommentForm } from "./comment-form.tsx";
import { commentsPath, useComments } from "./comments-query.ts";
import { piecesOf } from "./mention-text.ts";

/** Comments of people on a task: the form for a new one, then the comments, newest first. */
export function CommentsTab({ task }: { task: number }) {
  const { t } = useTranslation("tasks");
  const query = useComments(task);
  const comments = query.data?.pages.flatMap(({ results }) => results) ?? [];
  const [editing, setEditing] = useState<number>();
  const [deleting, setDeleting] = useState<TaskComment>();

  async function handleDelete(comment: TaskComment) {
    await ask("DELETE /plant-tree-task/:id/comment/:comment", {
      params: { id: task, comment: comment.id },
    });
    await refresh(commentsPath(task));
  }

  return (
    <div className="grid gap-4">
      <CommentForm task={task} />
      {query.isPending && <SkeletonLines lines={3} />}
      {query.isError && !query.data && (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && comments.length === 0 && (
        <p className="text-sm text-ink-3">{t("comments_empty")}</p>
      )}
      <ol
        aria-label={t("comments")}
        className="divide-y divide-line border-y border-line empty:hidden"
      >
        {comments.map((comment) => (
          <li key={comment.id} className="py-2 text-sm">
            {editing === comment.id ? (
              <CommentForm task={task} comment={comment} onClose={() => setEditing(undefined)} />
            ) : (
              <Comment
                comment={comment}
                onEdit={() => setEditing(comment.id)}
                onDelete={() => setDeleting(comment)}
              />
            )}
          </li>
        ))}
      </ol>
      <MoreButton query={query}>{t("comments_more")}</MoreButton>
      {deleting && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={t("comment_delete")}
          consequence={t("comment_delete_text")}
          action={t("comment_delete")}
          onConfirm={() => handleDelete(deleting)}
        />
      )}
    </div>
  );
}

type CommentProps = { comment: TaskComment; onEdit: () => void; onDelete: () => void };

function Comment({ comment, onEdit, onDelete }: CommentProps) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const { author, created_at, changed_at, deleted, can } = comment;
  return (
    <article className="grid gap-1">
      <div className="flex min-h-8 items-center gap-1">
        <p className="min-w-0 grow text-xs text-ink-3">
          <span lang="mul" className="font-medium text-ink-2">
            {author}
          </span>
          {` · ${format.dateTime(created_at)}`}
          {changed_at && !deleted && ` · ${t("comment_changed")}`}
        </p>
        {can.change && (
          <IconButton label={t("comment_edit")} onClick={onEdit}>
            <Pencil />
          </IconButton>
        )}
        {can.delete && (
          <IconButton label={t("comment_delete")} onClick={onDelete}>
            <Trash2 />
          </IconButton>
        )}
      </div>
      {deleted ? (
        <p className="text-ink-3 italic">{t("comment_deleted")}</p>
      ) : (
        <p lang="mul" className="break-words whitespace-pre-line">
          {piecesOf(comment.body, comment.mentions).map(({ at, text, isName }) =>
            isName ? (
              <span
                key={at}
                className="rounded bg-accent-soft px-0.5 font-medium text-accent-strong"
              >
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </p>
      )}
    </article>
  );
}
