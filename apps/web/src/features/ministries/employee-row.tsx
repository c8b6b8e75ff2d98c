import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { employeeName } from "./employee-name.ts";

type Props = { employee: MinistryEmployee; onEdit: () => void; onDelete: () => void };

const link = "break-all text-accent underline-offset-2 hover:underline";

export function EmployeeRow({ employee, onEdit, onDelete }: Props) {
  const { t } = useTranslation("organizations");
  const { position, phone, email, can } = employee;
  const name = employeeName(employee);
  return (
    <li className="flex items-start gap-2 py-2.5 text-sm">
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{name}</p>
        {position && <p className="break-words text-ink-2">{position}</p>}
        {(phone || email) && (
          <p className="flex flex-wrap gap-x-4">
            {phone && (
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`} className={link}>
                {phone}
              </a>
            )}
            {email && (
              <a href={`mailto:${email}`} className={link}>
                {email}
              </a>
            )}
          </p>
        )}
      </div>
      {can.change && (
        <IconButton label={t("employee_edit", { name })} onClick={onEdit}>
          <Pencil />
        </IconButton>
      )}
      {can.delete && (
        <IconButton label={t("employee_delete", { name })} onClick={onDelete}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}
