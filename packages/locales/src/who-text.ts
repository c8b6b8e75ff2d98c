/** Words for a person beside what they did, as far as the reader may know them. */

interface Who {
  /** Null where the reader may not know it; empty where the account is gone. */
  name: string | null;
  /** As the reader's language writes it; empty where there was none. */
  organization: string;
}

/** "Madina Karimova (Committee)"; the organization alone for who may not know the name. @param text of verdicts.json */
export function whoText(
  { name, organization }: Who,
  text: (key: string, params?: Record<string, string>) => string,
): string {
  if (name === null) return organization || text("hand_no_organization");
  return text("hand_who", {
    name: name || text("counter_gone"),
    organization: organization || text("counter_no_organization"),
  });
}
