/** Evaluates readings without a pause, as of the newest reading, until it is killed. The argument is the database's address. */
import { connect } from "@nihol/db/connection";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { newestReading } from "./alerts-world.ts";

const db = connect(JSON.parse(process.argv[2] ?? "{}"), { max: 2 });
process.stdout.write("ready\n");
for (;;) {
  await evaluateAlerts(db.sql, await newestReading(db.sql));
  await new Promise((resolve) => setTimeout(resolve, 5));
}
