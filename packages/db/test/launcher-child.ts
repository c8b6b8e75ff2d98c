/** A server in small, for the launcher's tests: opens the data folder, commits one row after another. */
import { connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";

const [dataDir = "", mode = "write", packageDir] = process.argv.slice(2);
const db = await openEmbedded(dataDir, { durable: mode === "durable", packageDir });
const { pool, close } = connect(db.config);
await pool.query("create table if not exists line (n int)");
const { rows } = await pool.query("select coalesce(max(n), 0) as n from line");
// The test reads these: what has been printed was committed.
console.log(`open ${db.origin} ${rows[0].n}`);

if (mode === "once") {
  await close();
  await db.stop();
  process.exit(0);
}
process.on("SIGTERM", async () => {
  await close();
  await db.stop();
  process.exit(0);
});
for (let n = rows[0].n + 1; ; n++) {
  await pool.query("insert into line values ($1)", [n]);
  console.log(String(n));
}
