import { paths } from "@nihol/contract/values/paths";
import { QueryClient, queryOptions } from "@tanstack/react-query";
import i18next from "i18next";
import { ApiError } from "./api-error.ts";
import { ask } from "./ask.ts";
import { forgetSeenRole, seenRole } from "./see-as.ts";
import { keepUser } from "./session.ts";

/** A refusal is final: only missing answers and server errors are retried. */
const isTransient = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      // Asked all the same: a browser that thinks it is offline may reach a server on its own network, and one that
      // waits would show a screen that loads for ever instead of saying that nothing answers.
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 20_000,
      retry: (count, error) => count < 2 && isTransient(error),
    },
  },
});

// Places, reasons and names of gardens come in the language of the request: what is shown is asked for in the new one.
// Signing in says the language again, mostly the one that is shown: then nothing is asked twice.
let answered: string | undefined;
i18next.on("languageChanged", (language) => {
  if (language === answered) return;
  answered = language;
  void queryClient.invalidateQueries();
});

/** The person's profile, kept in the local user store each time it comes. */
export const profileQuery = queryOptions({
  queryKey: [paths.userProfile],
  queryFn: async () => {
    const profile = await ask("GET /user-profile").catch((error: unknown) => {
      // The previewed role is deleted, or is no longer this person's to see.
      if (!seenRole() || !(error instanceof ApiError) || error.status < 400) throw error;
      forgetSeenRole();
      return ask("GET /user-profile");
    });
    keepUser(profile);
    return profile;
  },
  staleTime: 60_000,
  retry: false,
});

/** Resources whose borders are written: trees may be re-assigned by a job afterwards. */
const withBorders: readonly string[] = [paths.region, paths.district, paths.garden];

/** After something changed: everything of these resources is fetched anew. */
export async function refresh(...resourcePaths: string[]): Promise<void> {
  const moves = resourcePaths.some((path) => withBorders.includes(path));
  await Promise.all(
    [...resourcePaths, ...(moves ? [paths.territoryUpdate] : [])].map((path) =>
      queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
}
