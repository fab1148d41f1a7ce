import type { z } from 'zod';
import type { ErrorKey, Refusal } from './errors.ts';
import type { Permission } from './roles.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Kind = 'query' | 'mutation';

/** One procedure: what it takes, returns and requires. `server/api/routers` binds it to the verb that runs it. */
export type Operation<
  K extends Kind = Kind,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> = {
  kind: K;
  permission: Permission;
  /** Absent where the operation takes nothing at all. */
  input: I | undefined;
  output: O;
  /** Whether `phone` of the input may be in the local form of the organisation's country. */
  takesLocalPhone: boolean;
  /** False for a change with an effect outside its transaction. Contract: Dry run. */
  hasDryRun: boolean;
  /** The operation under `/v1`. Absent for an operation of the portal only. */
  rest: RestFacts | undefined;
};

/** The operations of a resource, under the names of their procedures. */
export type Operations = Readonly<Record<string, Operation>>;

/** What REST, the API document and the SDK need of an operation, apart from its schemas. */
export type RestFacts = {
  method: Method;
  /** Path template, such as `/v1/plans/{id}`. */
  path: `/v1/${string}`;
  summary: string;
  /** What the document says besides the summary. */
  description: string;
  /** The method of the SDK, such as `payments.refund`. */
  sdk: `${string}.${string}`;
  /** How long an attempt of the SDK may take, where that is not its default. */
  timeoutMs?: number;
  /** The HTTP status of success. */
  status: number;
  /** Input fields of a POST, PUT, PATCH or DELETE that travel in the query string. */
  query: readonly string[];
  /** Errors of this operation only. Every operation has further ones. */
  errors: readonly ErrorKey[];
  /** Examples of errors that are more specific than the catalogue's row, by the name of the example. */
  refusals: Readonly<Record<string, Refusal>>;
  /** The media type of an answer that is a file outside the envelope. */
  file?: string;
  /** The tag in the document. */
  tag: string;
  /** An example of the body. */
  request?: unknown;
  /** An example of the answer, where it differs from that of the resource. */
  answer?: unknown;
  /** An example of `meta`, where it is not that of a page. */
  metaExample?: object;
};

/** The names in a path: `id` of `/v1/plans/{id}`. */
type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

/** The example of a body: required where the operation has one. */
type Request<M extends Method, P extends string, I extends z.ZodType, Q extends string> = M extends 'GET'
  ? { request?: undefined }
  : Exclude<keyof z.input<I>, PathParams<P> | Q> extends never
    ? { request?: undefined }
    : { request: Omit<z.input<I>, PathParams<P> | Q> };

type Common<I extends z.ZodType, O extends z.ZodType> = {
  permission: Permission;
  input: I;
  output: O;
  takesLocalPhone?: true;
};

type Given<I extends z.ZodType, O extends z.ZodType, Q extends string> = Common<I, O> &
  Pick<RestFacts, 'summary' | 'description' | 'sdk' | 'timeoutMs' | 'file' | 'metaExample'> &
  Partial<Pick<RestFacts, 'status' | 'errors' | 'refusals' | 'tag'>> & {
    query?: readonly Q[];
    answer?: z.output<O>;
    /** False for a change whose whole effect is outside Demarc. */
    hasDryRun?: false;
  };

/**
 * An operation under `/v1`. The portal calls it as well. By default it answers 200, and its tag is the first collection of
 * its path.
 */
export function rest<
  M extends Method,
  P extends `/v1/${string}`,
  I extends z.ZodType,
  O extends z.ZodType,
  Q extends string = never,
>(
  method: M,
  path: P,
  given: Given<I, O, Q> & Request<M, P, I, Q>,
): Operation<M extends 'GET' ? 'query' : 'mutation', I, O> {
  const { permission, input, output, takesLocalPhone = false, hasDryRun, ...facts } = given;
  const kind = method === 'GET' ? 'query' : 'mutation';
  return {
    kind: kind as M extends 'GET' ? 'query' : 'mutation',
    permission,
    input,
    output,
    takesLocalPhone,
    hasDryRun: hasDryRun ?? kind === 'mutation',
    rest: {
      status: 200,
      query: [],
      errors: [],
      refusals: {},
      tag: path.split('/')[2] as string,
      ...facts,
      method,
      path,
    },
  };
}

type PortalGiven<I extends z.ZodType, O extends z.ZodType> = Omit<Common<I, O>, 'input'> & {
  input?: I;
  /** Whether it has a dry run: it writes nothing outside its transaction. */
  hasDryRun?: true;
};

/** A read of the portal only. */
export function portalRead<O extends z.ZodType, I extends z.ZodType = z.ZodVoid>(
  given: PortalGiven<I, O>,
): Operation<'query', I, O> {
  return portal('query', given);
}

/** A change in the portal only. */
export function portalWrite<O extends z.ZodType, I extends z.ZodType = z.ZodVoid>(
  given: PortalGiven<I, O>,
): Operation<'mutation', I, O> {
  return portal('mutation', given);
}

function portal<K extends Kind, I extends z.ZodType, O extends z.ZodType>(
  kind: K,
  { permission, input, output, takesLocalPhone, hasDryRun }: PortalGiven<I, O>,
): Operation<K, I, O> {
  return {
    kind,
    permission,
    input,
    output,
    takesLocalPhone: takesLocalPhone ?? false,
    hasDryRun: hasDryRun ?? false,
    rest: undefined,
  };
}
