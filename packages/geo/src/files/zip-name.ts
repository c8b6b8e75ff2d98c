/**
 * The name of a ZIP entry: UTF-8, or else the code page in which Windows' own archiver writes Cyrillic names (866), and
 * a slash where PowerShell and old .NET write a backslash.
 */
export function zipName(bytes: Uint8Array): string {
  let name: string;
  try {
    name = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    name = new TextDecoder("ibm866").decode(bytes);
  }
  return name.replaceAll("\\", "/");
}

/** The first name that stands twice among those of an archive: programs differ in which of the two they show. */
export function nameTwice(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}
