/** Alerts and their rules as files: a parameter is named as people name it, in the language of the file. */
import { json } from "@nihol/db/json";
import { evaluateAlerts } from "@nihol/store/alerts/evaluate-alerts";
import { expect, test } from "vitest";
import { alertExport, alertRuleExport } from "../../../src/features/alerts/export.ts";
import type { Actor } from "../../../src/http/actor.ts";
import { wordsOf } from "../../../src/shared/files/words.ts";
import { hoursAgo, sendingDevice } from "../../support/device-world.ts";
import { grants, testApp } from "../../support/test-app.ts";

test("files of alerts and rules name the parameter, not its key", async () => {
  const server = await testApp();
  try {
    const master = await server.person("MasterAdmin");
    const device = await sendingDevice(server, master.call);
    const rule = {
      ...{ name: "Heat", kind: "above", severity: "critical", device_type: "air" },
      ...{ parameter: "air_temperature", limit: 30, minutes: 0, device: device.id },
    };
    const broken = { ...rule, name: "Broken", kind: "faulty", parameter: null, limit: null };
    for (const one of [rule, broken]) {
      const { status, body } = await master.call("POST", "/alert-rule", { ...one, enabled: true });
      expect(status, JSON.stringify(body)).toBe(201);
    }
    await server.db.sql
      .updateTable("alert_rule")
      .set({ enabled_at: hoursAgo(48) })
      .execute();
    await device.send([{ ts: hoursAgo(1), values: { air_temperature: 41 } }]);
    await evaluateAlerts(server.db.sql, new Date());
    const name = { tg: "Ҳаво", ru: "Воздух, °C", en: "Air", az: "Sınaq havası" };
    await server.db.sql
      .updateTable("parameter")
      .set({ name: json(name) })
      .where("key", "=", "air_temperature")
      .execute();
    const actor: Actor = {
      ...{ id: master.id, email: master.email, role: "MasterAdmin", isMasterAdmin: true },
      permissions: grants({ device: "v" }),
      ...{ ministryId: null, regionIds: [], districtIds: [], language: "ru" },
    };
    for (const language of ["ru", "az"] as const) {
      const words = wordsOf(language, "UTC");
      const cellsOf = async (list: typeof alertExport) => {
        const query = list.parse({ page_size: 10 });
        if (!query.success) throw query.error;
        const { rows } = await list.page(server.db.sql, actor, query.data, words);
        return rows.map(({ cells }) => cells);
      };
      const [alert] = await cellsOf(alertExport);
      expect(alert).toContain(name[language]);
      const rules = await cellsOf(alertRuleExport);
      expect(rules.map((cells) => cells.includes(name[language]))).toEqual([false, true]);
      expect([alert, ...rules].flat()).not.toContain("air_temperature");
    }
  } finally {
    await server.close();
  }
});
