import findMyWay from 'find-my-way';
import type { z } from 'zod';
import { appRouter } from '../api/root.ts';
import type { Operation, RestFacts } from '../contract/operation.ts';
import { isListOutput } from '../contract/paging.ts';

/** `map` is sent as `name[key]=value`. */
export type QueryKind = 'string' | 'number' | 'boolean' | 'map';

/** An operation under `/v1`, read from its procedure once at start. */
export type Route = {
  /** The procedure's name, such as `plan.create`. */
  name: string;
  method: string;
  /** Path template, such as `/v1/plans/{id}`; also the route label of its metrics. */
  path: string;
  procedure: (call: object) => Promise<unknown>;
  /** The schema with which the procedure checks its input. */
  input: z.ZodType;
  isWrite: boolean;
  hasDryRun: boolean;
  isList: boolean;
  /** Whether its answer has an entity tag: a read of one resource. */
  isTagged: boolean;
  /** The schema of its output. */
  output?: z.ZodType;
  facts: RestFacts;
  pathParams: readonly string[];
  /** The keys of the query string and the type of each. */
  query: ReadonlyMap<string, QueryKind>;
  /** The keys of the body. */
  body: ReadonlySet<string>;
};

/** A procedure with what tRPC's types hide: its schemas, its meta, and the call with a context. */
type Procedure = Route['procedure'] & {
  _def: {
    type: 'query' | 'mutation';
    inputs: z.ZodType[];
    output?: z.ZodType;
    meta?: { operation?: Operation };
  };
};

const procedures = new Map(
  Object.entries<unknown>(appRouter._def.procedures).flatMap(([name, procedure]) =>
    isProcedure(procedure) ? [[name, procedure] as const] : [],
  ),
);

export const routes: readonly Route[] = [...procedures].flatMap(([name, procedure]) =>
  routeOf(name, procedure),
);

function isProcedure(value: unknown): value is Procedure {
  return typeof value === 'function' && '_def' in value;
}

/** A list operation, under `/v1` or in the portal only. */
export type ListSource = Pick<Route, 'name' | 'procedure' | 'query' | 'output'>;

/**
 * A list that only the portal has, by its procedure's name.
 * @throws Error when the procedure does not exist
 */
export function portalList(name: string): ListSource {
  const procedure = procedures.get(name);
  if (!procedure) throw new Error(`There is no procedure ${name}.`);
  const { inputs, output } = procedure._def;
  const query = kindsOf((inputs[0] as z.ZodObject).shape);
  return { name, procedure, query, output };
}

function routeOf(name: string, procedure: Procedure): Route[] {
  const { type, inputs, output, meta } = procedure._def;
  const { rest: facts, hasDryRun = false } = meta?.operation ?? {};
  if (!facts) return [];
  const { method, path } = facts;
  const pathParams = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const shape = (inputs[0] as z.ZodObject | undefined)?.shape ?? {};
  const others = Object.keys(shape).filter((key) => !pathParams.includes(key));
  const inQuery = method === 'GET' ? others : others.filter((key) => facts.query.includes(key));
  return [
    {
      name,
      method,
      path,
      procedure,
      input: inputs[0] as z.ZodType,
      isWrite: type === 'mutation',
      hasDryRun,
      isList: isListOutput(output),
      isTagged: type === 'query' && !isListOutput(output) && !facts.file,
      output,
      facts,
      pathParams,
      query: kindsOf(Object.fromEntries(inQuery.map((key) => [key, shape[key] as z.ZodType]))),
      body: new Set(others.filter((key) => !inQuery.includes(key))),
    },
  ];
}

function kindsOf(shape: Readonly<Record<string, z.core.$ZodType>>): ReadonlyMap<string, QueryKind> {
  return new Map(
    Object.entries(shape).map(([key, schema]) => [key, key === 'metadata' ? 'map' : kindOf(schema)]),
  );
}

/** The type of a query value, by the schema that checks it. */
function kindOf(schema: z.core.$ZodType): QueryKind {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
    in?: z.core.$ZodType;
    out?: z.core.$ZodType;
  };
  if (def.innerType) return kindOf(def.innerType);
  if (def.type === 'pipe' && def.in && def.out)
    return kindOf(def.in._zod.def.type === 'any' ? def.out : def.in);
  return def.type === 'number' || def.type === 'boolean' ? def.type : 'string';
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

const matcher = findMyWay<findMyWay.HTTPVersion.V1>({ caseSensitive: true, maxParamLength: 100_000 });
for (const route of routes) {
  const pattern = route.path.replace(/\{(\w+)\}/g, ':$1');
  matcher.on(route.method as (typeof methods)[number], pattern, () => {}, route);
}

type Match = { route: Route; params: Record<string, string | undefined> } | { allow: string } | null;

/** The operation for a method and a path without its query. If only the method is wrong, the methods that exist. */
export function match(method: string, path: string): Match {
  // The matcher would take an empty segment for a parameter, and `#` for the end of the path.
  if (path.endsWith('/') || path.includes('//') || path.includes('#')) return null;
  const found = matcher.find(method as 'GET', path);
  if (found) return { route: found.store as Route, params: found.params };
  const allow = methods.filter((other) => other !== method && matcher.find(other, path));
  return allow.length > 0 ? { allow: allow.join(', ') } : null;
}
