/** One person and each account: a rule says the same of every row, whichever viewer it is written over. */
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { devicePlace, gardenPlace, seesPlace, seesTask, seesViolation } from "../src/sees.ts";
import { changesImage, seesImage } from "../src/sees-images.ts";
import { type Clause, eachAccount, onePerson, type Person, type Viewer } from "../src/viewer.ts";

let db: FreshDatabase;
let people: Person[];
beforeAll(async () => {
  db = await freshDatabase();
  await db.pool.query(world);
  const { rows } = await db.pool.query<Person>(`
    select u.id, r.name as role, u.ministry_id as "ministryId",
      array(select region_id from user_territory t where t.user_id = u.id and region_id is not null) as "regionIds",
      array(select district_id from user_territory t where t.user_id = u.id and district_id is not null) as "districtIds"
    from user_account u join user_group r on r.id = u.group_id order by u.id`);
  people = rows;
});
afterAll(() => db.close());

/** Two organizations, two regions of two districts, and people with every kind of assignment. */
const world = `
  insert into organization_type (name) select '{}' where not exists (select from organization_type);
  insert into ministry (id, name, organization_type_id) overriding system value
    select n, '{}', (select min(id) from organization_type) from generate_series(901, 902) n;
  insert into region (id, name) overriding system value values (901, '{}'), (902, '{}');
  insert into district (id, name, region_id) overriding system value values (901, '{}', 901), (902, '{}', 901), (903, '{}', 902);
  insert into user_group (id, name, built_in, permissions) overriding system value values (901, 'Staff', false, '{}'), (902, 'SysAdmin', true, '{}');
  insert into user_account (id, email, password_hash, group_id, ministry_id, first_name, last_name) overriding system value
    select n, n || '@nihol.test', '-', 901, case when n % 3 > 0 then 900 + n % 3 end, 'A', 'B'
    from generate_series(901, 912) n;
  insert into user_account (id, email, password_hash, group_id, ministry_id, first_name, last_name) overriding system value
    select 913, 'all@nihol.test', '-', 902, 901, 'A', 'B';
  insert into user_territory (user_id, region_id) select n, 901 from generate_series(904, 906) n;
  insert into user_territory (user_id, district_id) select n, 902 from generate_series(907, 909) n;
  insert into user_territory (user_id, region_id) select n, 902 from generate_series(910, 913) n;
  insert into user_territory (user_id, district_id) select n, 901 from generate_series(910, 913) n;
  create temp table place as
    select p.*, row_number() over () as n from (values (null::int, null::int), (901, null), (901, 901), (901, 902), (902, 903))
      as p (region_id, district_id);
  insert into garden (name, boundary, bbox, area_m2, region_id, district_id, ministry_id)
    select '{}', '{}', array[p.n, 0, p.n + 1, 1]::float8[], 5000, p.region_id, p.district_id, m.id
    from place p, (values (null::int), (901), (902)) m (id);
  insert into device (name, type, longitude, latitude, garden_id, region_id, district_id)
    select 'D', 'air', 0, 0, g.id, p.region_id, p.district_id
    from place p, (select id from garden union all select null) g;
  insert into planting_task (garden_id, ministry_id, contractor_id, assigned_date, due_date)
    select g.id, m.id, c.id, '2029-01-01', '2030-01-01'
    from garden g, (values (null::int), (901), (902)) m (id), (values (null::int), (901), (902)) c (id);
  insert into violation (kind, title, observed_on, garden_id, ministry_id, created_by, region_id, district_id)
    select 'fire', 'V', '2026-01-01', g.id, m.id, u.id, p.region_id, p.district_id
    from place p, (select id from garden union all select null) g, (values (null::int), (901)) m (id),
      (values (null::int), (902), (904), (905)) u (id);
  insert into imagery_process (file_name, file_key, facts, capture_date, requested_by, region_id, district_id)
    select 'a.tif', 'a', '{}', '2026-01-01', u.id, p.region_id, p.district_id
    from place p, (values (null::int), (901), (902), (905)) u (id);
  insert into whole_image (process_id, captured_on, date_hash, original_key, cog_key, facts, width, height, gsd_m,
      has_nir, bbox, coverage, coverage_m2, fragment_count, region_id, district_id)
    select i.id, '2026-01-01', 'hash ' || i.id, 'a', 'b', '{}', 1, 1, 0.5, false,
      array[i.id % 7, 0, i.id % 7 + 0.9, 1]::float8[], '{}', 1, 1, p.region_id, p.district_id
    from imagery_process i join place p on p.n = i.id % 5 + 1 where i.id % 4 > 0;`;

const tasks = sql`planting_task t join garden g on g.id = t.garden_id`;
const images = sql`imagery_process p left join whole_image w on w.process_id = p.id`;
const rules: [string, RawBuilder<unknown>, RawBuilder<unknown>, (viewer: Viewer) => Clause][] = [
  ["gardens", sql`garden g`, sql`g.id`, (viewer) => seesPlace(viewer, gardenPlace)],
  ["devices", sql`device v`, sql`v.id`, (viewer) => seesPlace(viewer, devicePlace)],
  ["tasks", tasks, sql`t.id`, (viewer) => seesTask(viewer, "t")],
  ["violations", sql`violation v`, sql`v.id`, seesViolation],
  ["images", images, sql`p.id`, seesImage],
  ["images that they change", images, sql`p.id`, changesImage],
];

test.each(rules)("%s: as each account and as one person", async (_, from, id, rule) => {
  const all = await sql<{ id: number }>`select ${id} as id from ${from}`.execute(db.sql);
  let narrowed = 0;
  for (const person of people) {
    const one = await sql<{ id: number; sees: boolean | null }>`
      select ${id} as id, ${rule(onePerson(person))} as sees from ${from} order by 1`.execute(
      db.sql,
    );
    const each = await sql<{ id: number }>`
      select ${id} as id from ${from}, user_account u join user_group r on r.id = u.group_id
      where u.id = ${person.id} and ${rule(eachAccount)} order by 1`.execute(db.sql);
    const seen = one.rows.filter(({ sees }) => sees).map((row) => row.id);
    expect(
      each.rows.map((row) => row.id),
      JSON.stringify(person),
    ).toEqual(seen);
    if (seen.length > 0 && seen.length < all.rows.length) narrowed += 1;
  }
  expect(narrowed, "people who see some rows and not all").toBeGreaterThan(5);
});
