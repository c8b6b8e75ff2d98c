/** Comments on planting tasks, and the people whom they name. */

/** So long after it was written an author may change a comment or delete it. */
export const commentEditHours = 24;
export const commentMax = 4000;
/** People that one comment may name. */
export const mentionsMax = 20;

/** Pattern by which a text names a person: `@[7]` is the account with the id 7. */
export const mentionPattern = /@\[(\d{1,9})\]/g;

/** The ids of the people whom a text names, each once. */
export const mentionedIn = (body: string): number[] => [
  ...new Set([...body.matchAll(mentionPattern)].map(([, id]) => Number(id))),
];
