/** `npm run nihol -- open-data`: which collections of the OGC API, and readings, everybody may read. */
import { type Publishable, publishable } from "@nihol/contract/values/open-data/collections";
import {
  listOpenCollections,
  publishCollections,
  publishedCollections,
} from "../shared/open-data/open-collections.ts";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- open-data COMMAND

  list
  publish NAME...     everybody may read all of these at /api/ogc, readings at /api/sta/v1.1, without signing in
  withdraw NAME...    no longer

NAME is one of ${publishable.join(", ")}.`;

const isCollection = (name: string): name is Publishable =>
  (publishable as readonly string[]).includes(name);

function checkNames(names: readonly string[]): Publishable[] {
  const unknown = names.find((name) => !isCollection(name));
  if (unknown !== undefined || names.length === 0)
    throw new CommandError(
      `${unknown === undefined ? "a name is needed" : `there is no collection ${unknown}`}; there are: ${publishable.join(", ")}`,
    );
  return names.filter(isCollection);
}

await runCommand(usage, async ([command, ...names]) => {
  if (command !== "list" && command !== "publish" && command !== "withdraw")
    throw new CommandError(usage);
  const named = command === "list" ? [] : checkNames(names);
  await withData(async ({ sql: db }) => {
    if (command !== "list") {
      const before = [...(await publishedCollections(db))];
      const others = before.filter((name) => !named.includes(name));
      const published = command === "publish" ? [...others, ...named] : others;
      await publishCollections(db, null, published, true);
    }
    for (const { name, published_at } of await listOpenCollections(db))
      process.stdout.write(
        `${name.padEnd(11)}${published_at ? `published since ${published_at}` : "not published"}\n`,
      );
  });
});
