import type { MinistryEmployee } from "@nihol/contract/ministry-employees";

/** Family name first, as lists of staff have it. */
export const employeeName = (employee: MinistryEmployee) =>
  `${employee.last_name} ${employee.first_name}`;
