/** Notes of the demonstration on its gardens; one garden has none. */
import type { Db } from "@nihol/db/connection";
import type { Database } from "@nihol/db/tables";
import type { Insertable } from "kysely";

const sysadminEmail = "sysadmin@nihol.example";
const ministryEmail = "ministry@nihol.example";

interface DemoNote {
  /** Index in the demonstration's list of gardens. */
  garden: number;
  /** Days before today. */
  ago: number;
  kind: Insertable<Database["garden_note"]>["kind"];
  who: string;
  text: string;
}

/** The newest first. */
const notes: DemoNote[] = [
  {
    garden: 0,
    ago: 3,
    kind: "care",
    who: ministryEmail,
    text: "Полили весь сад, по сорок литров на дерево. Капельная линия третьего ряда течёт, обвязали до ремонта.",
  },
  {
    garden: 1,
    ago: 5,
    kind: "other",
    who: sysadminEmail,
    text: "Шаҳрдорӣ хоҳиш кард, ки дарвозаи шимолӣ то соати 22 кушода бошад.",
  },
  {
    garden: 3,
    ago: 8,
    kind: "care",
    who: ministryEmail,
    text: "Прорыли отвод к канаве, вода ушла. Подкормили перегноем первые четыре ряда.",
  },
  {
    garden: 0,
    ago: 12,
    kind: "observation",
    who: sysadminEmail,
    text: "Ниҳолҳои қатори ҷанубӣ хуб сабзидаанд: аз сад ниҳол чортоаш хушк шудааст.",
  },
  {
    garden: 2,
    ago: 18,
    kind: "observation",
    who: sysadminEmail,
    text: "Дар рӯйи хок намаки сафед намоён шуд. Ба озмоишгоҳ намунаи хок фиристода шуд.",
  },
  {
    garden: 3,
    ago: 26,
    kind: "observation",
    who: ministryEmail,
    text: "Почва у канала просела, в междурядье второй день стоит вода.",
  },
  {
    garden: 0,
    ago: 41,
    kind: "damage",
    who: ministryEmail,
    text: "После града сломаны верхушки у двенадцати яблонь, листья пробиты. Обрезать, когда станет сухо.",
  },
];

const dayMs = 86_400_000;

/** Inserts the demonstration's notes; its people and gardens must be there. */
export async function seedGardenNotes(db: Db, gardens: { id: number }[]) {
  const people = await db
    .selectFrom("user_account")
    .where("email", "in", [sysadminEmail, ministryEmail])
    .select(["id", "email", "first_name", "last_name"])
    .execute();
  const rows = notes.flatMap(({ garden, ago, who, ...note }) => {
    const author = people.find(({ email }) => email === who);
    const garden_id = gardens[garden]?.id;
    if (!author || !garden_id) return [];
    const written = new Date(Date.now() - ago * dayMs);
    return {
      ...note,
      garden_id,
      observed_on: written.toISOString().slice(0, 10),
      created_by: author.id,
      author: `${author.first_name} ${author.last_name}`,
      created_at: written,
      demo: true,
    };
  });
  await db.insertInto("garden_note").values(rows).execute();
}
