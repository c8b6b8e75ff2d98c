/** Notices for an account in the panel, and how it wishes to get them. Everybody has only their own. */
import { booleanQuerySchema, idSchema, pageQuerySchema, pageSchema } from "./paging.ts";
import { call } from "./resource.ts";
import { noticeKinds, noticeSubjects, noticeWays } from "./values/notices.ts";
import { paths } from "./values/paths.ts";
import { keysOf } from "./values/record-of.ts";
import { z } from "./z.ts";

const kindSchema = z.enum(noticeKinds);
const subjectSchema = z.enum(keysOf(noticeSubjects));
const factSchema = z.union([z.string(), z.number(), z.record(z.string(), z.string())]);

const noticeSchema = z
  .object({
    id: idSchema,
    kind: kindSchema,
    subject: subjectSchema,
    /** The row that it tells of. */
    subject_id: idSchema,
    /** Values that fill the notice's text. */
    facts: z.record(z.string(), factSchema),
    created_at: z.iso.datetime(),
    read_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Notice" });
export type Notice = z.output<typeof noticeSchema>;

const noticeQuerySchema = pageQuerySchema.pick({ page: true, page_size: true }).extend({
  kind: kindSchema.optional(),
  unread: booleanQuerySchema.optional(),
  /** Notices since the reader's last visit (`previous_login` of the profile), and unread ones of before. */
  since_last_visit: booleanQuerySchema.optional(),
});
export type NoticeQuery = z.output<typeof noticeQuerySchema>;

/** Newest first; only those whose row the reader may see now. */
export const noticeList = call({
  method: "GET",
  path: paths.notice,
  access: "signedIn",
  query: noticeQuerySchema,
  answer: pageSchema(noticeSchema),
});
const noticeCountSchema = z
  .object({
    unread: z.number().int(),
    /** The same by what they tell of. */
    subjects: z.partialRecord(subjectSchema, z.number().int()),
  })
  .meta({ id: "NoticeCount" });
export type NoticeCount = z.output<typeof noticeCountSchema>;

export const noticeCount = call({
  method: "GET",
  path: `${paths.notice}/count`,
  access: "signedIn",
  answer: noticeCountSchema,
});

/** Marks these, or with null all of one's own, as read or unread. */
export const noticeRead = call({
  method: "POST",
  path: `${paths.notice}/read`,
  access: "signedIn",
  body: z.object({
    ids: z.array(idSchema).min(1).max(200).nullable().default(null),
    read: z.boolean().default(true),
  }),
  answer: z.null(),
  status: 204,
});

const waySchema = z.enum(noticeWays);
const choiceSchema = z
  .object({
    /** Of every kind, chosen or as it is at first. */
    ways: z.record(kindSchema, waySchema),
    /** The overview of a week, by mail, when there is something in it. */
    weekly: z.boolean(),
    /** Where mail goes. */
    email: z.string(),
    /** True where this installation sends mail at all. */
    mail: z.boolean(),
  })
  .meta({ id: "NoticeChoice" });
export type NoticeChoice = z.output<typeof choiceSchema>;

export const noticeChoice = call({
  method: "GET",
  path: `${paths.notice}/choice`,
  access: "signedIn",
  answer: choiceSchema,
});
export const noticeChoicePatch = call({
  ...noticeChoice,
  method: "PATCH",
  body: z.object({
    ways: z.partialRecord(kindSchema, waySchema).optional(),
    weekly: z.boolean().optional(),
  }),
});

const mailStateSchema = z
  .object({
    /** Letters that wait for the mail server, since when the oldest does, and what the server said last. */
    waiting: z.number().int(),
    since: z.iso.datetime().nullable(),
    problem: z.string().nullable(),
    /** Letters that the server refused for good: how many, and the newest of them. */
    refused: z.number().int(),
    refusals: z.array(
      z.object({
        id: idSchema,
        email: z.string(),
        problem: z.string(),
        created_at: z.iso.datetime(),
      }),
    ),
  })
  .meta({ id: "MailState" });
export type MailState = z.output<typeof mailStateSchema>;

/** Tells administrators whether letters arrive. */
export const mailState = call({
  method: "GET",
  path: paths.mail,
  access: "builtIn",
  answer: mailStateSchema,
});
/** Sends everything again that waits or was refused. */
export const mailRetry = call({
  method: "POST",
  path: `${paths.mail}/retry`,
  access: "builtIn",
  answer: z.null(),
  status: 204,
});
