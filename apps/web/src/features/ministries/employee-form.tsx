import type { Ministry } from "@nihol/contract/ministries";
import {
  type MinistryEmployee,
  ministryEmployeeCreateSchema,
  ministryEmployeePatchSchema,
} from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { patch, post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { refresh } from "../../lib/query-client.ts";
import { FormPanel } from "../../ui/form-panel.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { employeeName } from "./employee-name.ts";

type Props = { ministry: Ministry; employee?: MinistryEmployee; onClose: () => void };

/** Somebody who works at the organization. */
export function EmployeeForm({ ministry, employee, onClose }: Props) {
  const { t } = useTranslation(["organizations", "app"]);
  const form = useForm({
    schema: employee ? ministryEmployeePatchSchema : ministryEmployeeCreateSchema,
    initial: {
      last_name: employee?.last_name ?? "",
      first_name: employee?.first_name ?? "",
      position: employee?.position ?? "",
      phone: employee?.phone ?? "",
      email: employee?.email ?? "",
      ministry: ministry.id,
    },
    submit: async (values) => {
      if (employee) await patch(`${paths.ministryEmployee}/${employee.id}`, values);
      else await post(paths.ministryEmployee, values);
      await refresh(paths.ministryEmployee, paths.ministry);
      toast.success(employee ? t("app:updated") : t("app:created"));
      onClose();
    },
  });
  return (
    <FormPanel
      title={employee ? employeeName(employee) : t("employee_new")}
      form={form}
      action={employee ? undefined : t("app:create")}
      onClose={onClose}
    >
      <TextField {...form.field("last_name")} label={t("last_name")} autoComplete="off" />
      <TextField {...form.field("first_name")} label={t("first_name")} autoComplete="off" />
      <TextField {...form.field("position")} label={t("position")} optional />
      <TextField
        {...form.field("phone")}
        label={t("phone")}
        type="tel"
        autoComplete="off"
        optional
      />
      <TextField
        {...form.field("email")}
        label={t("app:email")}
        type="email"
        autoComplete="off"
        optional
      />
    </FormPanel>
  );
}
