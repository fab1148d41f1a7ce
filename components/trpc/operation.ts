import { getUntypedClient } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/api/root.ts';
import type { CallOptions } from './call-options.ts';
import type { trpc } from './client.ts';

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
type Client = ReturnType<typeof trpc.useUtils>['client'];

/** The name of a procedure, such as `subscriber.suspend`. */
export type ProcedureName = {
  [R in keyof Inputs & string]: `${R}.${keyof Inputs[R] & string}`;
}[keyof Inputs & string];

type Of<Router, N extends ProcedureName> = N extends `${infer R extends keyof Router & string}.${infer P}`
  ? Router[R][P & keyof Router[R]]
  : never;

/** What a procedure takes. */
export type InputOf<N extends ProcedureName> = Of<Inputs, N>;
/** What a procedure returns. */
export type OutputOf<N extends ProcedureName> = Of<Outputs, N>;

/** A change as data: it can be run dry and performed. */
export type Operation<N extends ProcedureName = ProcedureName> = { procedure: N; input: InputOf<N> };

/** An operation whose input is that of its procedure. */
export function operationOf<N extends ProcedureName>(procedure: N, input: InputOf<N>): Operation<N> {
  return { procedure, input };
}

/** Performs a change and throws the refusal of the API. */
export function perform<N extends ProcedureName>(
  client: Client,
  { procedure, input }: Operation<N>,
  call: CallOptions,
): Promise<OutputOf<N>> {
  // The typed client has a method for each procedure; only the untyped one takes a name.
  return getUntypedClient(client).mutation(procedure, input, call) as Promise<OutputOf<N>>;
}
