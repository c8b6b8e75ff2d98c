import type { Ministry } from "@nihol/contract/ministries";
import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/values/paths";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { resourceApi } from "../../lib/api/resource-api.ts";
import { useForm } from "../../lib/form/form.ts";
import { ReferenceField } from "../../parts/records/reference-field.tsx";
import { FormPanel } from "../../ui/form/form-panel.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { employeeName } from "./employee-name.ts";

const api = resourceApi(paths.ministryEmployee, paths.ministry);

type Props = {
  /** The organization whose employee it is; without one it is chosen here. */
  ministry?: Ministry | undefined;
  /** The organization that is chosen to begin with. */
  suggested?: number | null;
  employee?: MinistryEmployee;
  onClose: () => void;
  onSaved?: (id: string) => void;
};

/** Somebody who works at an organization. */
export function EmployeeForm(props: Props) {
  const { ministry, suggested = null, employee, onClose, onSaved = onClose } = props;
  const { t } = useTranslation(["organizations", "app"]);
  const form = useForm({
    draft: `employee:${employee?.id ?? "new"}`,
    schema: async () =>
      (await import("@nihol/contract/ministry-employees")).ministryEmployees.create,
    initial: {
      last_name: employee?.last_name ?? "",
      first_name: employee?.first_name ?? "",
      position: employee?.position ?? "",
      phone: employee?.phone ?? "",
      email: employee?.email ?? "",
      ministry: ministry?.id ?? suggested,
    },
    submit: async (values) => {
      const saved = employee ? await api.patch(employee.id, values) : await api.create(values);
      toast.success(employee ? t("app:updated") : t("app:created"));
      onSaved(String(saved.id));
    },
  });
  return (
    <FormPanel
      title={employee ? employeeName(employee) : t("employee_new")}
      form={form}
      action={employee ? undefined : t("app:create")}
      onClose={onClose}
    >
      {!ministry && (
        <ReferenceField {...form.field("ministry")} label={t("ministry")} path={paths.ministry} />
      )}
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
