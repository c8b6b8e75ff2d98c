import { paths } from "@nihol/contract/values/paths";
import type { Feature } from "../../http/feature.ts";
import { Problem } from "../../http/problem.ts";
import { openMetrics } from "./metrics.ts";
import { isMetricsToken } from "./metrics-token.ts";

/** Figures for a monitoring program, where the installation has a token for it; without one nothing is counted. */
export const metricsRoutes: Feature = (app, services) => {
  const metrics = services.metricsToken === undefined ? undefined : openMetrics(services);
  if (metrics) {
    app.addHook("onResponse", async (request, reply) => {
      // The pattern, not the address: one series a route, and no number or name of a record.
      const route = request.routeOptions.url ?? "unknown";
      const status = String(reply.statusCode);
      metrics.call({ route, method: request.method, status }, reply.elapsedTime / 1000);
    });
  }
  app.get(
    paths.metrics,
    {
      config: { access: "monitor", withoutDatabase: true },
      schema: {
        summary: "Figures of this server and its installation, as Prometheus reads them",
        description:
          "`Authorization: Bearer TOKEN` with the token of NIHOL_METRICS_TOKEN_FILE; without that setting 401 to everybody",
      },
    },
    async (request, reply) => {
      if (!metrics || !isMetricsToken(services.metricsToken, request.headers.authorization))
        throw new Problem(401, "token_invalid");
      const { text, contentType } = await metrics.read();
      return reply
        .header("content-type", contentType)
        .header("cache-control", "no-store")
        .send(text);
    },
  );
};
