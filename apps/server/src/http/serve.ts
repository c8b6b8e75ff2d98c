/** Registers a call of the contract with the function that answers it. */
import type { CallDefinition } from "@nihol/contract/resource";
import type { z } from "@nihol/contract/z";
import type {
  FastifyReply,
  FastifyRequest,
  RouteGenericInterface,
  RouteShorthandOptions,
} from "fastify";
import type { App } from "./feature.ts";

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** A request of a call, with what its schemas make of it. */
export type RequestOf<C extends CallDefinition> = FastifyRequest<RouteGenericInterface> & {
  params: OutputOf<C["params"]>;
  query: OutputOf<C["query"]>;
  body: OutputOf<C["body"]>;
};

/** Answer of a call, or the reply where a file or a stream was sent. */
type AnswerOf<C extends CallDefinition> =
  C extends Record<"answer", infer Answer extends z.ZodType>
    ? z.input<Answer> | FastifyReply
    : FastifyReply | undefined;

const schemaOf = ({
  status = 200,
  summary,
  params,
  query,
  body,
  answer,
  consumes,
}: CallDefinition) => ({
  ...(summary && { summary }),
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(consumes && { consumes: [consumes] }),
  ...(answer && { response: { [status]: answer } }),
});

/**
 * Registers a call of the contract; its schema validates the request and filters the answer.
 * @param more what of the route is not the contract's: a hook, a limit of calls, no compression
 */
export function serve<C extends CallDefinition>(
  app: App,
  call: C,
  answer: (request: RequestOf<NoInfer<C>>, reply: FastifyReply) => Promise<AnswerOf<NoInfer<C>>>,
  more: Pick<RouteShorthandOptions, "onRequest" | "errorHandler" | "config" | "exposeHeadRoute"> & {
    compress?: false;
  } = {},
): void {
  const { access, andOneOf, personalToken, refuses } = call;
  app.route({
    ...more,
    method: call.method,
    url: call.path,
    config: {
      ...more.config,
      access,
      ...(andOneOf && { andOneOf }),
      ...(personalToken && { personalToken }),
      ...(refuses && { refuses }),
    },
    bodyLimit: call.bodyBytes,
    schema: schemaOf(call),
    handler: async (request, reply) => {
      reply.code(call.status ?? 200);
      // Fastify has validated it by the call's schemas, so it is of their types.
      return answer(request as unknown as RequestOf<C>, reply as unknown as FastifyReply);
    },
  });
}
