/** The text of a file without its imports of files that are gone, and without the lines that held what was imported. */
import { dirname, join, normalize } from "node:path";

interface Untied {
  text: string;
  lines: string[];
  left: string[];
}

/** File that an import reaches, from the root of the sources; undefined for a package of others. */
function reached(file: string, specifier: string): string | undefined {
  if (specifier.startsWith(".")) return normalize(join(dirname(file), specifier));
  const ours = /^@nihol\/([\w-]+)\/(.+)$/.exec(specifier);
  return ours ? `packages/${ours[1]}/src/${ours[2]}.ts` : undefined;
}

const importStatement = /^(?:import|export) [^;]*? from "([^"]+)";\n|^import "([^"]+)";\n/gm;

/** Names that an import statement brings. */
const namesOf = (statement: string) =>
  (/^import (?:type )?([^"]*) from/.exec(statement)?.[1] ?? "")
    .split(/[{},]/)
    .map((part) =>
      part
        .trim()
        .replace(/^type /, "")
        .replace(/^.* as /, ""),
    )
    .filter((name) => name !== "");

/** A line of a list, of a record or of a page that holds the name and nothing else. */
function holdsAlone(name: string): RegExp {
  const one = `(?:\\.\\.\\.)?${name}(?:\\(\\w*\\))?`;
  return new RegExp(
    `^\\s*(?:"?[\\w-]+"?: )?${one}[,;]?$|^\\s*<${name}(?: [^<>]*)?/>$|^\\s*(?:await )?${name}\\(.*\\);$`,
  );
}

/** @param gone files that are no longer there, from the root of the sources */
export function withoutImports(file: string, text: string, gone: ReadonlySet<string>): Untied {
  const names: string[] = [];
  const lines: string[] = [];
  const rest = text.replace(importStatement, (statement, from?: string, bare?: string) => {
    const target = reached(file, from ?? bare ?? "");
    if (!target || !gone.has(target)) return statement;
    names.push(...namesOf(statement));
    lines.push(statement.replaceAll("\n", " "));
    return "";
  });
  const alone = names.map(holdsAlone);
  const kept = rest.split("\n").filter((line) => {
    const typeOf = /^ {2}\| .*\bimport\("([^"]+)"\)>?$/.exec(line)?.[1];
    const goes =
      alone.some((one) => one.test(line)) || (typeOf && gone.has(reached(file, typeOf) ?? ""));
    if (goes) lines.push(line);
    return !goes;
  });
  const left = kept.flatMap((line, at) =>
    names.some((name) => new RegExp(`\\b${name}\\b`).test(line))
      ? [`${file}:${at + 1}: ${line.trim()}`]
      : [],
  );
  return { text: kept.join("\n"), lines, left };
}
