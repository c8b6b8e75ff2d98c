import { alertRules } from "@nihol/contract/sensors/alert-rules";
import { alerts } from "@nihol/contract/sensors/alerts";
import { orderOf } from "../../http/paging.ts";
import { listExport } from "../../shared/files/list-export.ts";
import { listAlerts } from "./alert-queries.ts";
import { withNames } from "./parameter-name-queries.ts";
import { listRules } from "./rule-queries.ts";

export const alertExport = listExport({
  access: `${alerts.rights}.view`,
  title: "alerts.title",
  query: alerts.query,
  rows: async (db, actor, query, language) => {
    const order = orderOf(query.ordering, alerts.orderings, alerts.order);
    const { count, rows } = await listAlerts(db, actor, query, order, language);
    return { count, rows: await withNames(db, rows) };
  },
  columns: [
    { title: "alerts.raised", kind: "moment", value: (row) => row.raised_at },
    {
      title: "alerts.severity",
      value: (row, words) => words.text(`alerts.severity_${row.severity}`),
    },
    { title: "alerts.rule", value: (row) => row.rule.name },
    { title: "alerts.kind", value: (row, words) => words.text(`alerts.kind_${row.kind}`) },
    { title: "alerts.device", value: (row) => row.device.name },
    { title: "alerts.parameter", value: (row, words) => words.name(row.parameter_name) },
    { title: "alerts.worst", kind: "number", digits: 2, value: (row) => row.worst },
    { title: "alerts.unit", value: (row) => row.unit },
    { title: "alerts.limit", kind: "number", digits: 2, value: (row) => row.limit },
    { title: "alerts.began", kind: "moment", value: (row) => row.began_at },
    { title: "alerts.state", value: (row, words) => words.text(`alerts.state_${row.state}`) },
    { title: "alerts.cleared", kind: "moment", value: (row) => row.cleared?.at },
    {
      title: "alerts.cleared_how",
      value: (row, words) => row.cleared && words.text(`alerts.how_${row.cleared.how}`),
    },
    { title: "alerts.acknowledged", kind: "moment", value: (row) => row.acknowledged?.at },
    { title: "alerts.acknowledged_by", value: (row) => row.acknowledged?.name },
    { title: "alerts.assigned", value: (row) => row.assigned?.name },
    { title: "alerts.garden", value: (row, words) => words.name(row.garden?.name) },
    { title: "gardens.region", value: (row, words) => words.name(row.region?.name) },
    { title: "gardens.district", value: (row, words) => words.name(row.district?.name) },
  ],
});

export const alertRuleExport = listExport({
  access: `${alertRules.rights}.view`,
  title: "alerts.rules",
  query: alertRules.query,
  rows: async (db, actor, query, language) => {
    const order = orderOf(query.ordering, alertRules.orderings, alertRules.order);
    const { count, rows } = await listRules(db, actor, query, order, language);
    return { count, rows: await withNames(db, rows) };
  },
  columns: [
    { title: "lists.name", value: (row) => row.name },
    {
      title: "alerts.enabled",
      value: (row, words) => words.text(row.enabled ? "alerts.on" : "alerts.off"),
    },
    {
      title: "alerts.severity",
      value: (row, words) => words.text(`alerts.severity_${row.severity}`),
    },
    { title: "alerts.kind", value: (row, words) => words.text(`alerts.kind_${row.kind}`) },
    { title: "devices.type", value: (row, words) => words.text(`map.device_${row.device_type}`) },
    { title: "alerts.parameter", value: (row, words) => words.name(row.parameter_name) },
    { title: "alerts.limit", kind: "number", digits: 2, value: (row) => row.limit },
    { title: "alerts.unit", value: (row) => row.unit },
    { title: "alerts.minutes", kind: "number", digits: 0, value: (row) => row.minutes },
    { title: "alerts.garden", value: (row, words) => words.name(row.garden?.name) },
    { title: "alerts.device", value: (row) => row.device?.name },
    { title: "alerts.author", value: (row) => row.author },
  ],
});
