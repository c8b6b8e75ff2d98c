/** Pages of docs/guide, one chunk each; screenshots by their address. Keys are paths from this file. */
const texts = import.meta.glob<string>("../../../../../docs/guide/*/*.md", {
  query: "?raw",
  import: "default",
});
const screenshots = import.meta.glob<string>("../../../../../docs/guide/pictures/*/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});
const folder = "../../../../../docs/guide";

/** Tells whether the guide has this page. */
export const hasPage = (language: string, page: string): boolean =>
  `${folder}/${language}/${page}.md` in texts;

/** The text of a page in Markdown. Throws for an unknown page. */
export async function readPage(language: string, page: string): Promise<string> {
  const read = texts[`${folder}/${language}/${page}.md`];
  if (!read) throw new Error(`The guide has no page ${page}`);
  return read();
}

/** The address of the screenshot of a screen in the reader's language, if there is one. */
export const screenshotOf = (language: string, page: string): string | undefined =>
  screenshots[`${folder}/pictures/${language}/${page}.webp`];
