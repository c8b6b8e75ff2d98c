/** Violations of the demonstration, one in each state, and its documents. Their files come with the server's first start. */

import type { DocumentCategory } from "@nihol/contract/values/documents";
import { daysAfter, today } from "@nihol/contract/values/planting/programme-day";
import type { ViolationKind, ViolationState } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { json } from "@nihol/db/json";
import { movedBy } from "@nihol/geo/flat-meters";

type Names = { tg: string; ru: string; en: string; az: string };
const n = (tg: string, ru: string, en: string, az: string): Names => ({ tg, ru, en, az });

const farhod = "sysadmin@nihol.example";
const madina = "ministry@nihol.example";
const leyla = "inspector@nihol.example";

type Step = [state: ViolationState, day: number, who: string, comment?: string];
interface DemoViolation {
  kind: ViolationKind;
  title: string;
  description: string;
  /** Its place in the demonstration's list, and metres east and north of its middle. */
  garden: number;
  east: number;
  north: number;
  ministry?: number;
  /** Days from today. */
  seen: number;
  /** The deadline, days from today. */
  due?: number;
  responsible?: string;
  reporter: string;
  steps: Step[];
  comments: [day: number, who: string, text: string][];
}

const violations: DemoViolation[] = [
  {
    kind: "illegal_felling",
    title: "Дар канори ғарбии боғ даҳ дарахт бурида шудааст",
    description:
      "Кундаҳо нав буда, нишони арра доранд. Шоху баргҳо дар ҷояшон мондаанд. Сокинони деҳа шабона садои арраро шунидаанд.",
    garden: 0,
    east: -150,
    north: 40,
    ministry: 1,
    seen: -6,
    due: 8,
    responsible: leyla,
    reporter: "Сокинони деҳа",
    steps: [
      ["new", -6, leyla],
      ["under_review", -5, farhod, "Ба ноҳия нафар фиристода шуд."],
    ],
    comments: [
      [-5, farhod, "Лутфан аз ҳар як кунда алоҳида сурат гиред."],
      [-4, leyla, "Суратҳо илова шуданд, ҷойи кундаҳо дар файли KML аст."],
    ],
  },
  {
    kind: "dumping",
    title: "Свалка строительного мусора у арыка",
    description: "Около двух машин битого кирпича и цемента высыпано между деревьями и арыком.",
    garden: 1,
    east: 120,
    north: -90,
    ministry: 3,
    seen: -21,
    due: -3,
    responsible: madina,
    reporter: "Бригада по уходу",
    steps: [
      ["new", -21, madina],
      ["under_review", -20, farhod],
      ["confirmed", -17, farhod, "Осмотрено на месте, фотографии приложены."],
      ["referred", -16, farhod, "Передано городу для вывоза и штрафа."],
    ],
    comments: [[-15, madina, "Город обещал вывезти до конца месяца."]],
  },
  {
    kind: "water_misuse",
    title: "Оби обёрӣ ба замини бегона равона шудааст",
    description:
      "Аз ҷӯйи боғ қубури иловагӣ кашида шудааст. Дарахтони ду қатори охир об намегиранд.",
    garden: 2,
    east: 60,
    north: 70,
    seen: -2,
    reporter: "",
    steps: [["new", -2, farhod]],
    comments: [],
  },
  {
    kind: "fire",
    title: "Горела сухая трава у северной ограды",
    description: "Огонь потушен за час. Обгорели стволы девяти молодых тополей.",
    garden: 3,
    east: 10,
    north: 185,
    ministry: 0,
    seen: -64,
    reporter: "Пожарная служба",
    steps: [
      ["new", -64, madina],
      ["under_review", -63, farhod],
      ["confirmed", -60, farhod, "Причина: сжигание мусора за оградой."],
      ["closed", -41, madina, "Трава скошена, деревья будут подсажены осенью."],
    ],
    comments: [],
  },
  {
    kind: "tree_damage",
    title: "Mal-qara cavan ağacların qabığını yeyib",
    description: "Hasarın şərq tərəfində keçid var, heyvanlar oradan girir.",
    garden: 0,
    east: 140,
    north: -60,
    seen: -12,
    due: 3,
    responsible: leyla,
    reporter: "Bağban",
    steps: [
      ["new", -12, leyla],
      ["under_review", -11, farhod],
      ["confirmed", -9, farhod],
    ],
    comments: [[-9, leyla, "Hasar bu həftə təmir olunacaq."]],
  },
  {
    kind: "unauthorized_construction",
    title: "A fence seems to stand inside the garden",
    description: "Seen on the picture of spring. It may be the neighbour's old fence.",
    garden: 4,
    east: -70,
    north: 30,
    seen: -30,
    reporter: "Seen on a picture",
    steps: [
      ["new", -30, farhod],
      ["dismissed", -28, farhod, "Checked on the spot: the fence stands on the border."],
    ],
    comments: [],
  },
];

interface DemoDocument {
  category: DocumentCategory;
  number: string;
  /** Days from today. */
  date: number;
  name: Names;
  description: string;
}

const documents: DemoDocument[] = [
  {
    category: "law",
    number: "№ 1087",
    date: -2100,
    name: n(
      "Қонун дар бораи ҳифзи олами наботот",
      "Закон об охране растительного мира",
      "Law on the protection of plants",
      "Bitki aləminin mühafizəsi haqqında qanun",
    ),
    description: "Намунаи матн барои намоиш.",
  },
  {
    category: "order",
    number: "№ 42",
    date: -190,
    name: n(
      "Фармоиш дар бораи мавсими ниҳолшинонӣ",
      "Приказ о сезоне посадки",
      "Order on the planting season",
      "Əkin mövsümü haqqında əmr",
    ),
    description: "",
  },
  {
    category: "instruction",
    number: "",
    date: -150,
    name: n(
      "Дастур: чӣ гуна ниҳолро парвариш кардан",
      "Инструкция по уходу за саженцами",
      "How to care for saplings",
      "Tinglərə qulluq üzrə təlimat",
    ),
    description: "",
  },
  {
    category: "report",
    number: "1/2026",
    date: -20,
    name: n(
      "Ҳисоботи семоҳаи якум",
      "Отчёт за первый квартал",
      "Report of the first quarter",
      "Birinci rübün hesabatı",
    ),
    description: "",
  },
];

const dayMs = 86_400_000;
const twoHoursMs = 7_200_000;
const day = (days: number) => daysAfter(today(), days);
/** A moment so many days from two hours ago, and `step` minutes on: steps of the newest case do not lie in the future. */
const moment = (days: number, step = 0) =>
  new Date(Date.now() + days * dayMs - twoHoursMs + step * 60_000);

interface GardenRow {
  id: number;
  region_id: number | null;
  district_id: number | null;
  lon: number;
  lat: number;
}

async function insertViolation(
  db: Db,
  one: DemoViolation,
  garden: GardenRow,
  ministryIds: number[],
  ids: Map<string, { id: number; name: string }>,
) {
  const [longitude, latitude] = movedBy([garden.lon, garden.lat], one.east, one.north);
  const who = (email: string) => ({
    user_id: ids.get(email)?.id ?? null,
    author: ids.get(email)?.name ?? email,
  });
  const { id } = await db
    .insertInto("violation")
    .values({
      kind: one.kind,
      state: one.steps.at(-1)?.[0] ?? "new",
      title: one.title,
      description: one.description,
      longitude,
      latitude,
      garden_id: garden.id,
      region_id: garden.region_id,
      district_id: garden.district_id,
      ministry_id: one.ministry === undefined ? null : (ministryIds[one.ministry] ?? null),
      observed_on: day(one.seen),
      due_date: one.due === undefined ? null : day(one.due),
      responsible_id: one.responsible ? who(one.responsible).user_id : null,
      responsible_name: one.responsible ? who(one.responsible).author : "",
      reported_by: one.reporter,
      demo: true,
      created_by: who(one.steps[0]?.[2] ?? "").user_id,
      created_at: moment(one.seen),
      updated_at: moment(one.steps.at(-1)?.[1] ?? one.seen, one.steps.length),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const changes = one.steps.map(([state, at, email, comment = ""], place) => ({
    violation_id: id,
    from_state: one.steps[place - 1]?.[0] ?? null,
    to_state: state,
    comment,
    ...who(email),
    created_at: moment(at, place),
  }));
  await db.insertInto("violation_change").values(changes).execute();
  const comments = one.comments.map(([at, email, body], place) => ({
    violation_id: id,
    body,
    ...who(email),
    created_at: moment(at, place),
  }));
  if (comments.length > 0) await db.insertInto("violation_comment").values(comments).execute();
}

/** Inserts the demonstration's violations and documents; its people and gardens must be there. */
export async function seedViolations(db: Db, gardens: GardenRow[], ministryIds: number[]) {
  const people = await db
    .selectFrom("user_account")
    .select(["id", "email", "first_name", "last_name"])
    .execute();
  const ids = new Map(
    people.map((one) => [one.email, { id: one.id, name: `${one.first_name} ${one.last_name}` }]),
  );
  for (const one of violations) {
    const garden = gardens[one.garden];
    if (garden) await insertViolation(db, one, garden, ministryIds, ids);
  }
  await db
    .insertInto("document")
    .values(
      documents.map(({ name, date, ...one }) => ({
        ...one,
        name: json(name),
        date: day(date),
        demo: true,
        created_by: ids.get(farhod)?.id ?? null,
        created_at: moment(-10),
      })),
    )
    .execute();
  await db
    .insertInto("installation")
    .values({ key: "demo_files", value: json(true) })
    .execute();
}
