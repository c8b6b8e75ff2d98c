/** A letter's subject and its two bodies, in its reader's language: plain words, links, nothing that is fetched. */
import type { Names } from "@nihol/contract/values/languages";
import {
  type NoticeFacts,
  type NoticeSubject,
  noticeAddress,
  type WeekFacts,
} from "@nihol/contract/values/notices";
import { noticeParams, noticeText } from "@nihol/locales/notice-facts";
import { text } from "@nihol/locales/text";
import type { WaitingMail } from "@nihol/store/mail/mail-rows";
import { type Block, htmlOf, plainOf } from "./letter-body.ts";
import type { Letter } from "./mailer.ts";

interface Sender {
  /** Where links lead; without it there are none. */
  publicUrl: string | undefined;
  from: string;
  /** Names of what devices measure, by key. */
  parameters: ReadonlyMap<string, Names>;
}

const longestSubject = 160;

/** Makes one line without control characters: what people write into titles cannot begin another header. */
const oneLine = (words: string) =>
  words
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, longestSubject);

/** Lines of one letter; what is more is counted. */
const shownNotices = 50;

/** Writes a letter of one notice, of several of one kind, or the overview of a week. */
export function writeLetter(mail: WaitingMail, { publicUrl, from, parameters }: Sender): Letter {
  const { language, notices } = mail;
  const [notice] = notices;
  const word = (key: string, params: Record<string, string | number> = {}) =>
    text(language, `notices.${key}`, params);
  const link = (path: string) => publicUrl && new URL(path, publicUrl).href;
  const params = (facts: NoticeFacts) =>
    noticeParams(facts, language, {
      parameter: (key) => parameters.get(key)?.[language] || parameters.get(key)?.ru || key,
      verdict: (code) => text(language, `verdicts.verdict_${code}`),
    });
  const textOf = (kind: string, facts: NoticeFacts) => word(noticeText(kind, facts), params(facts));
  const linkTo = (subject: NoticeSubject, id: number, facts: NoticeFacts) =>
    link(noticeAddress(subject, id, facts) ?? "/admin?notices=open");

  function weekBlocks({ sections, news }: WeekFacts): Block[] {
    const blocks = sections.map(({ name, count, rows }) => ({
      title: `${word(`week_${name}`)}: ${count}`,
      lines: rows.map(({ subject, id, facts }) => ({
        words: word(`week_row_${subject}`, params(facts)),
        link: linkTo(subject, id, facts),
      })),
      more: count > rows.length ? word("week_more", { n: count - rows.length }) : undefined,
    }));
    const lines = news.map(({ kind, subject, id, facts }) => ({
      words: textOf(kind, facts),
      link: linkTo(subject, id, facts),
    }));
    return lines.length > 0 ? [...blocks, { title: word("week_news"), lines }] : blocks;
  }

  /** A single notice is a sentence; several are a list below what they have in common. */
  function noticeBlock(heading: string): Block {
    const lines = notices.slice(0, shownNotices).map(({ kind, subject, subject_id, facts }) => ({
      words: textOf(kind, facts),
      link: linkTo(subject, subject_id, facts),
    }));
    if (notices.length === 1) return { lines };
    const left = notices.length - lines.length;
    return { title: heading, lines, more: left > 0 ? word("week_more", { n: left }) : undefined };
  }

  function headingOf(): string {
    if (!notice) return word("week_subject", { day: params({ day: mail.week ?? "" }).day ?? "" });
    if (notices.length === 1) return textOf(notice.kind, notice.facts);
    return `${word(`kind_${notice.kind}`)}: ${notices.length}`;
  }

  const heading = headingOf();
  const blocks: Block[] = notice
    ? [noticeBlock(heading)]
    : weekBlocks(mail.facts ?? { sections: [], news: [] });
  const body = {
    language,
    heading: notice ? undefined : heading,
    blocks,
    footer: word("mail_why"),
    footerLink: { words: word("mail_choose"), link: link("/admin?me=notices") },
  };
  return {
    to: mail.email,
    subject: oneLine(`Nihol: ${heading}`),
    text: plainOf(body),
    html: htmlOf(body),
    messageId: `<mail-${mail.id}.${mail.created_at.getTime()}@${from.split("@").at(-1)}>`,
  };
}
