/** Lists among the papers that are written from what they list. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const decisions = join(root, "docs/decisions");

test("docs/decisions/README.md has a line for each decision, under a number of its own", async () => {
  const files = readdirSync(decisions)
    .filter((file) => /^\d{4}-/.test(file))
    .sort();
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
  const lines = files.map((file) => {
    const [heading = "", second = ""] = readFileSync(join(decisions, file), "utf8").split("\n");
    const [, number, title] = /^# (\d+)\. (.+)$/.exec(heading) ?? [];
    expect(Number(number), `${file} begins with its number`).toBe(Number(file.slice(0, 4)));
    const [, by] = /^\*\*Superseded by \[(\d+)\]/.exec(second) ?? [];
    return `| [${number}](${file}) | ${title} | ${by ? `superseded by ${by}` : "in force"} |`;
  });
  const list = `# Decisions
Choices that were made where the specification and the field leave a choice, why, and what would change it. Numbers that are missing were never given. \`node_modules/.bin/vitest run test/papers.test.ts -u\` writes this page.

| | decision | status |
|---|---|---|
${lines.join("\n")}
`;
  await expect(list).toMatchFileSnapshot(join(decisions, "README.md"));
});

test("README.md is one screen, and a figure of docs/measured.md has a bench that can be run", () => {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  expect(readme.split("\n").length).toBeLessThanOrEqual(45);
  const rows = readFileSync(join(root, "docs/measured.md"), "utf8").split("\n").slice(5, -1);
  const benches = readdirSync(join(root, "bench"), { recursive: true }).map(String);
  for (const row of rows) {
    expect(row).toMatch(/ \| [0-9a-f]{8} \| \d{4}-\d{2}-\d{2} \|$/);
    const [, name] = /npm run bench -- ([a-z-]+)/.exec(row) ?? [];
    if (name) expect(benches.map((file) => basename(file))).toContain(`${name}.ts`);
  }
});
