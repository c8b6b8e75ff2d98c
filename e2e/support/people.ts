/** Accounts for browser tests that the demonstration does not have, made through the API. */
import { randomUUID } from "node:crypto";
import type { UserProfile } from "@nihol/contract/people/sign-in";
import { type Action, actions, type Resource, resources } from "@nihol/contract/values/permissions";
import { adminEmail, type Client, password } from "./client.ts";

/** Makes a role, whose name begins so and is its own, and somebody who has it; returns the e-mail. */
export async function makePerson(
  product: Client,
  role: string,
  rule: (resource: Resource, action: Action) => boolean,
): Promise<string> {
  const permissions = Object.fromEntries(
    resources.map((r) => [r, Object.fromEntries(actions.map((a) => [a, rule(r, a)]))]),
  );
  const name = `${role} ${randomUUID().slice(0, 8)}`;
  const group = await product.api(adminEmail, "POST", "/group", { name, permissions });
  if (group.status !== 201) throw new Error(JSON.stringify(group));
  const email = `${name.toLowerCase().replace(/\W+/g, "-")}@nihol.example`;
  const user = await product.api(adminEmail, "POST", "/user", {
    email,
    password,
    first_name: "Test",
    last_name: role,
    group: (group.body as { id: number }).id,
    language: "en",
  });
  if (user.status !== 201) throw new Error(JSON.stringify(user));
  return email;
}

/** Reads the profile of a person, signed in as them. */
export async function profileOf(product: Client, email: string): Promise<UserProfile> {
  return (await product.api(email, "GET", "/user-profile")).body as UserProfile;
}
