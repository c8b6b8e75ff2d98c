/** Comments of the demonstration's people on its tasks, with the names of those whom they ask. */
import type { Db } from "@nihol/db/connection";

const ministry = "ministry@nihol.example";
const brigade = "brigade@nihol.example";
const sysadmin = "sysadmin@nihol.example";

/** `task`: the place among the demonstration's tasks; `@` in the text stands for `named`. */
const comments = [
  {
    task: 0,
    by: ministry,
    named: brigade,
    hoursAgo: 76,
    text: "@, привезут ли орех до пятницы? Вода будет с понедельника.",
  },
  {
    task: 0,
    by: brigade,
    named: ministry,
    hoursAgo: 70,
    text: "@, ниҳолҳои чормағз панҷшанбе мерасанд, қатори шарқӣ тайёр аст.",
  },
  {
    task: 5,
    by: sysadmin,
    named: brigade,
    hoursAgo: 30,
    text: "@, муҳлати ин супориш гузашт. Чӣ монеъ мешавад?",
  },
] as const;

/** Inserts them after tasks and people, oldest first. */
export async function seedTaskComments(db: Db): Promise<void> {
  const tasks = await db
    .selectFrom("planting_task")
    .where("demo", "=", true)
    .select("id")
    .orderBy("id")
    .execute();
  const people = await db
    .selectFrom("user_account")
    .where("email", "in", [ministry, brigade, sysadmin])
    .select(["id", "email", "first_name", "last_name"])
    .execute();
  for (const { task, by, named, hoursAgo, text } of comments) {
    const id = tasks[task]?.id;
    const author = people.find(({ email }) => email === by);
    const person = people.find(({ email }) => email === named);
    if (id === undefined || !author || !person) continue;
    const at = new Date(Date.now() - hoursAgo * 3_600_000);
    const { id: comment_id } = await db
      .insertInto("task_comment")
      .values({
        task_id: id,
        author_id: author.id,
        author: `${author.first_name} ${author.last_name}`,
        body: text.replace("@", `@[${person.id}]`),
        created_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("task_mention")
      .values({ comment_id, user_id: person.id, created_at: at })
      .execute();
  }
}
