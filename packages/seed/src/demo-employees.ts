/** Staff of the demonstration's organizations: made-up people, with numbers and addresses that reach nobody. */

import type { Db } from "@nihol/db/connection";

/** `ministry` is the place in the demonstration's list of organizations. */
const employees = [
  [0, "Саидов", "Рустам", "Сардори шуъба", "s.rustam"],
  [0, "Назарова", "Гулнора", "Мутахассиси пешбар", "n.gulnora"],
  [1, "Холов", "Далер", "Нозири давлатӣ", "kh.daler"],
  [1, "Юсупова", "Шаҳло", "Муҳандиси эколог", "yu.shahlo"],
  [2, "Ғафуров", "Бахтиёр", "Сарҷангалбон", "gh.bakhtiyor"],
  [2, "Қосимов", "Ҷамшед", "Агроном", "q.jamshed"],
  [3, "Мирзоева", "Нигина", "Мудири бахши кабудизоркунӣ", "m.nigina"],
] as const;

/** By these they are found again when the demonstration goes. */
export const demoEmployeeEmails = employees.map(([, , , , mail]) => emailOf(mail));

function emailOf(mail: string): string {
  return `${mail}@nihol.example`;
}

/** Inserts them; `ministryIds` are those of the demonstration's organizations in their order. */
export async function seedEmployees(db: Db, ministryIds: readonly number[]) {
  const rows = employees.flatMap(([ministry, last_name, first_name, position, mail], index) => {
    const ministry_id = ministryIds[ministry];
    if (ministry_id === undefined) return [];
    const phone = `+992 00 000-00-${String(index + 10)}`;
    return [{ ministry_id, last_name, first_name, position, phone, email: emailOf(mail) }];
  });
  await db.insertInto("ministry_employee").values(rows).execute();
}
