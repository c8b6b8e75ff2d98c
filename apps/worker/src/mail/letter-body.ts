/** A letter's words as plain text and as the simplest HTML: every word escaped, no image, no style sheet, no script. */

interface Line {
  words: string;
  /** Where it leads; undefined without a public address. */
  link: string | undefined;
}
export interface Block {
  title?: string;
  lines: Line[];
  /** Last line: how many lines more there are than the letter shows. */
  more?: string | undefined;
}
interface LetterBody {
  language: string;
  heading: string | undefined;
  blocks: Block[];
  footer: string;
  footerLink: Line;
}

/** Words of people may hold line breaks; a line of a letter holds none. */
const flat = (words: string) => words.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();

export function plainOf({ heading, blocks, footer, footerLink }: LetterBody): string {
  const parts = blocks.map(({ title, lines, more }) =>
    [
      ...(title ? [flat(title)] : []),
      ...lines.flatMap(({ words, link }) => [
        title ? `- ${flat(words)}` : flat(words),
        ...(link ? [`  ${link}`] : []),
      ]),
      ...(more ? [`- ${more}`] : []),
    ].join("\n"),
  );
  const end = [footer, ...(footerLink.link ? [`${footerLink.words}: ${footerLink.link}`] : [])];
  return [...(heading ? [flat(heading)] : []), ...parts, `-- \n${end.join("\n")}`].join("\n\n");
}

const signs: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (words: string) => flat(words).replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

const lineHtml = ({ words, link }: Line) =>
  link ? `<a href="${escaped(link)}">${escaped(words)}</a>` : escaped(words);

function blockHtml({ title, lines, more }: Block): string {
  if (!title) return lines.map((line) => `<p>${lineHtml(line)}</p>`).join("\n");
  const items = [...lines.map(lineHtml), ...(more ? [escaped(more)] : [])];
  return `<h2>${escaped(title)}</h2>\n<ul>\n${items.map((item) => `<li>${item}</li>`).join("\n")}\n</ul>`;
}

export function htmlOf({ language, heading, blocks, footer, footerLink }: LetterBody): string {
  const parts = [
    ...(heading ? [`<h1>${escaped(heading)}</h1>`] : []),
    ...blocks.map(blockHtml),
    `<hr>\n<p>${escaped(footer)}${footerLink.link ? ` ${lineHtml(footerLink)}` : ""}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"></head>
<body>
${parts.join("\n")}
</body>
</html>
`;
}
