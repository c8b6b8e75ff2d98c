/** Comments of people on a planting task, and the people whom they name. */
import {
  idParamsSchema,
  idSchema,
  pageQuerySchema,
  pageSchema,
  referenceSchema,
} from "../paging.ts";
import { call } from "../resource.ts";
import { paths } from "../values/paths.ts";
import { commentMax, mentionedIn, mentionsMax } from "../values/planting/task-comments.ts";
import { z } from "../z.ts";

/** A person by their name. */
const personSchema = z.object({ id: idSchema, name: z.string() });
export type MentionedPerson = z.output<typeof personSchema>;

const commentSchema = z
  .object({
    id: idSchema,
    /** `@[7]` names the person with that id among `mentions`; empty where it is deleted. */
    body: z.string(),
    mentions: z.array(personSchema),
    /** As they were called when they wrote it. */
    author: z.string(),
    created_at: z.iso.datetime(),
    changed_at: z.iso.datetime().nullable(),
    deleted: z.boolean(),
    can: z.object({ change: z.boolean(), delete: z.boolean() }),
  })
  .meta({ id: "TaskComment" });
export type TaskComment = z.output<typeof commentSchema>;

const all = `${paths.plantTreeTask}/:id/comment` as const;
const one = `${all}/:comment` as const;
const commentParamsSchema = idParamsSchema.extend({
  comment: z.coerce.number().int().positive(),
});
export const taskCommentSchema = z.object({
  body: z
    .string()
    .trim()
    .min(1, { error: "required" })
    .max(commentMax, { error: "too_long" })
    .refine((body) => mentionedIn(body).length <= mentionsMax, { error: "too_many" }),
});

/** Newest first. Whoever sees the task reads them, and may write. */
export const taskComments = call({
  method: "GET",
  path: all,
  access: "planttreetask.view",
  params: idParamsSchema,
  query: pageQuerySchema.pick({ page: true, page_size: true }),
  answer: pageSchema(commentSchema),
});
export const taskCommentCreate = call({
  method: "POST",
  path: all,
  access: "planttreetask.view",
  params: idParamsSchema,
  body: taskCommentSchema,
  answer: commentSchema,
  status: 201,
});
/** Its author alone, within a day. */
export const taskCommentChange = call({
  method: "PATCH",
  path: one,
  access: "planttreetask.view",
  params: commentParamsSchema,
  body: taskCommentSchema,
  answer: commentSchema,
});
export const taskCommentDelete = call({
  method: "DELETE",
  path: one,
  access: "planttreetask.view",
  params: commentParamsSchema,
  answer: z.null(),
  status: 204,
});

/** Those whom a comment may name, by a part of their name: they may see the task, and the reader may know of them. */
export const taskPeople = call({
  method: "GET",
  path: `${paths.plantTreeTask}/:id/people`,
  access: "planttreetask.view",
  params: idParamsSchema,
  query: pageQuerySchema.pick({ search: true }),
  answer: z.object({
    results: z.array(personSchema.extend({ organization: referenceSchema.nullable() })),
  }),
});
export type TaskPerson = z.output<typeof taskPeople.answer>["results"][number];

const mentionSchema = z
  .object({
    id: idSchema,
    task: z.object({ id: idSchema, garden: referenceSchema }),
    comment: commentSchema.pick({ id: true, body: true, mentions: true, author: true }),
    at: z.iso.datetime(),
  })
  .meta({ id: "Mention" });
export type Mention = z.output<typeof mentionSchema>;

/** Comments that name the reader, on tasks that they still see, newest first. */
export const mentions = call({
  method: "GET",
  path: paths.mention,
  access: "planttreetask.view",
  query: pageQuerySchema.pick({ page: true, page_size: true }),
  answer: pageSchema(mentionSchema),
});
