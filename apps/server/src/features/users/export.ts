import type { User } from "@nihol/contract/people/users";
import { users } from "@nihol/contract/people/users";
import { hasText } from "@nihol/locales/text";
import { resourceExport } from "../../shared/files/list-export.ts";
import type { Words } from "../../shared/files/words.ts";
import { listUsers } from "./user-queries.ts";

/** The two built-in roles have a name in every language; the others were named by people. */
const roleName = (role: string, words: Words) =>
  hasText(`app.role_${role}`) ? words.text(`app.role_${role}`) : role;

const scope = (user: User, words: Words) =>
  [...user.regions, ...user.districts].map(({ name }) => words.name(name)).join(", ");

export const userExport = resourceExport(users, {
  title: "users.title",
  rows: listUsers,
  columns: [
    { title: "users.last_name", value: (row) => row.last_name },
    { title: "users.first_name", value: (row) => row.first_name },
    { title: "users.email", value: (row) => row.email },
    { title: "users.role", value: (row, words) => roleName(row.group.name, words) },
    { title: "users.ministry", value: (row, words) => words.name(row.ministry?.name) },
    { title: "users.reach", value: scope },
    {
      title: "users.status",
      value: (row, words) => words.text(row.is_active ? "users.active" : "users.inactive"),
    },
    { title: "users.last_login", kind: "moment", value: (row) => row.last_login },
    { title: "users.created_at", kind: "moment", value: (row) => row.created_at },
  ],
});
