import type { Call, DryRun, Feed, List } from './call.ts';
import type { WebhookEvent } from './events.ts';
import type { components, paths } from './generated/openapi.ts';
import type { DryRunOptions, ReadOptions, WriteOptions } from './transport.ts';

// --- what the document says about an operation ----------------------------------------------------------------------

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

type Path = keyof paths & string;

/** The methods of a path. The document has the others as `never`. */
type MethodOf<P extends Path> = {
  [M in HttpMethod]: [NonNullable<paths[P][M]>] extends [never] ? never : M;
}[HttpMethod];

type Operation<M extends string, P> = P extends Path
  ? NonNullable<paths[P][Lowercase<M> & HttpMethod]>
  : never;

/** What the arguments after the ids are. */
export type Kind = 'body' | 'query' | 'list' | 'feed' | 'file' | 'bare' | 'signed';

/** An operation of the document: a path or method that it does not have is a type error. */
export type Row = {
  [P in Path]: readonly [Uppercase<MethodOf<P>>, P, Kind?, number?];
}[Path];

type JsonOf<T> = T extends { content: { 'application/json': infer B } } ? B : never;

type Responses<O> = O extends { responses: infer R } ? R : never;

type SuccessOf<O> = JsonOf<Responses<O>[keyof Responses<O> & (200 | 201)]>;

type DataOf<O> = SuccessOf<O> extends { data: infer D } ? WithTypedEvents<D> : never;

type Event = components['schemas']['Event'];

/** An event of the API is one of the events of webhooks. */
type WithTypedEvents<D> = D extends Event ? WebhookEvent : D extends Event[] ? WebhookEvent[] : D;

type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer B } } }
  ? [body: B]
  : O extends { requestBody?: { content: { 'application/json': infer B } } }
    ? [body?: B]
    : never;

type QueryOf<O> = O extends { parameters: { query: infer Q } }
  ? [query: Q]
  : O extends { parameters: { query?: infer Q } }
    ? [query?: Q]
    : never;

type HeadersOf<O> = O extends { parameters: { header?: infer H } } ? NonNullable<H> : never;

// --- the method of an operation ----------------------------------------------------------------------------------------

/** The ids of a path, in its order. */
type IdsOf<P extends string> = P extends `${string}{${string}}${string}{${string}}${string}`
  ? [ownerId: string, id: string]
  : P extends `${string}{${string}}${string}`
    ? [id: string]
    : [];

type ParametersOf<K, O> = K extends 'body' | 'signed'
  ? BodyOf<O>
  : K extends 'query' | 'list' | 'feed'
    ? QueryOf<O>
    : [];

type OptionsOf<K, O> = K extends 'signed'
  ? SignedOptions
  : 'Dry-Run' extends keyof HeadersOf<O>
    ? DryRunOptions
    : 'Idempotency-Key' extends keyof HeadersOf<O>
      ? WriteOptions
      : ReadOptions;

/** A type as an editor shows it: its fields with their texts. */
type Shown<T> = { [K in keyof T]: T[K] };

/** The body or the query of the method of a row. */
export type ParamsOf<R> = R extends readonly [
  infer M extends string,
  infer P extends string,
  infer K,
  number?,
]
  ? Shown<NonNullable<ParametersOf<K, Operation<M, P>>[0]>>
  : never;

export type SignedOptions = WriteOptions & {
  /** The secret of the integration. Without it the event has the access headers alone. */
  secret?: string;
};

type NoOptions = Record<never, never>;

/** Of a dry run: its result. Where the type of the options leaves it open: either. */
type Dry<D, G> = G extends { dryRun: true }
  ? DryRun<D>
  : 'dryRun' extends keyof G
    ? true extends G['dryRun']
      ? D | DryRun<D>
      : D
    : D;

type MethodFor<K, P extends string, O> = K extends 'list'
  ? DataOf<O> extends (infer Item extends object)[]
    ? (...given: [...IdsOf<P>, ...QueryOf<O>, options?: ReadOptions]) => List<Item>
    : never
  : K extends 'feed'
    ? (...given: [...QueryOf<O>, options?: ReadOptions]) => Feed
    : K extends 'file'
      ? (...given: [...IdsOf<P>, options?: ReadOptions]) => Call<Uint8Array>
      : K extends 'bare'
        ? (...given: [options?: ReadOptions]) => Call<SuccessOf<O>>
        : WithoutParameters<K, P, O> &
            (<const G extends OptionsOf<K, O> = NoOptions>(
              ...given: [...IdsOf<P>, ...ParametersOf<K, O>, options?: G]
            ) => Call<Dry<DataOf<O>, G>>);

/** The options may be in the place of parameters that are all optional. */
type WithoutParameters<K, P extends string, O> =
  [] extends ParametersOf<K, O>
    ? <const G extends OptionsOf<K, O>>(...given: [...IdsOf<P>, options: G]) => Call<Dry<DataOf<O>, G>>
    : unknown;

/** The method of a row of the surface. */
export type Method<R> = R extends readonly [
  infer M extends string,
  infer P extends string,
  (infer K)?,
  number?,
]
  ? MethodFor<K, P, Operation<M, P>>
  : never;
