import { INBOUND_PATH } from '../../../server/rest/inbound.ts';
import { type Route, routes } from '../../../server/rest/routes.ts';
import type { Kind } from '../src/types.ts';

type Method = {
  /** Resource and method, such as `plans.create`. */
  sdk: string;
  method: string;
  path: string;
  kind?: Kind;
  timeoutMs?: number;
  about: string;
};

/** The two operations that are no procedures. */
const others: Method[] = [
  {
    sdk: 'integrations.sendEvent',
    method: 'POST',
    path: INBOUND_PATH,
    kind: 'signed',
    about: 'Send an event of an external system. With the option `secret` it is signed.',
  },
  {
    sdk: 'openapi.retrieve',
    method: 'GET',
    path: '/v1/openapi.json',
    kind: 'bare',
    about: 'Read the OpenAPI document.',
  },
];

/** The source of the SDK's table of methods. */
export function surfaceSource(): string {
  const resources = new Map<string, string[]>();
  for (const { sdk, method, path, kind, timeoutMs, about } of [...routes.map(methodOf), ...others]) {
    const [resource = '', name = ''] = sdk.split('.');
    const more = timeoutMs === undefined ? '' : `, ${timeoutMs}`;
    const row = `['${method}', '${path}'${kind ? `, '${kind}'` : more && ', undefined'}${more}]`;
    resources.set(resource, [
      ...(resources.get(resource) ?? []),
      `    /** ${about} */\n    ${name}: ${row},\n`,
    ]);
  }
  const tables = [...resources].map(([resource, methods]) => `  ${resource}: {\n${methods.join('')}  },\n`);
  return `import type { Row } from '../types.ts';

/**
 * Generated from the operations by \`npm run sdk:types\`: HTTP method, path, what the arguments after the ids are, and how long
 * an attempt may take in milliseconds. Types of arguments and results follow from the OpenAPI document.
 */
export const surface = {
${tables.join('')}} as const satisfies Record<string, Record<string, Row>>;

export type Surface = typeof surface;
`;
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The name of one of a resource: `DemarcationPoint` of `demarcationPoints`. */
function singularOf(resource: string): string {
  return capitalised(resource).replace(/ies$/, 'y').replace(/s$/, '');
}

type SchemaProperties = Record<string, { enum?: unknown; type?: unknown; anyOf?: { enum?: unknown }[] }>;

/**
 * The source of the named types of the SDK: what each method takes, each object of the API, and each of their fields with a fixed list
 * of values.
 */
export function namesSource(schemas: Readonly<Record<string, object>> = {}): string {
  const parameters = routes.flatMap((route) => {
    const { sdk, kind } = methodOf(route);
    if (!kind || kind === 'file') return [];
    const [resource = '', method = ''] = sdk.split('.');
    const name = `${singularOf(resource)}${capitalised(method)}Params`;
    return [
      `/** What \`${sdk}\` takes. */\nexport type ${name} = ParamsOf<Surface['${resource}']['${method}']>;\n`,
    ];
  });
  const values = Object.entries(schemas as Record<string, { properties?: SchemaProperties }>).flatMap(
    ([schema, { properties = {} }]) =>
      Object.entries(properties)
        .filter(
          ([, property]) =>
            Array.isArray(property.enum) || property.anyOf?.some((one) => Array.isArray(one.enum)),
        )
        .map(([field]) => {
          const name = `${schema}${capitalised(field)}`;
          return `/** The values of \`${field}\`. */\nexport type ${name} = NonNullable<openapi.${schema}['${field}']>;\n`;
        }),
  );
  return `import type { ParamsOf } from '../types.ts';
import type * as openapi from './openapi.ts';
import type { Surface } from './surface.ts';

/** Generated from the operations by \`npm run sdk:types\`. */

${[...parameters, ...values].join('\n')}
export type { ${Object.keys(schemas).sort().join(', ')} } from './openapi.ts';
`;
}

function methodOf(route: Route): Method {
  const { method, path, facts } = route;
  const { sdk, timeoutMs, summary, description } = facts;
  return { sdk, method, path, kind: kindOf(route), timeoutMs, about: `${summary}. ${description}` };
}

function kindOf({ facts, isList, body, query }: Route): Kind | undefined {
  if (facts.file) return 'file';
  if (isList) return query.has('page') ? 'list' : 'feed';
  if (body.size > 0) return 'body';
  return query.size > 0 ? 'query' : undefined;
}

/** The source of the portal's table of changes under `/v1`, which pages load without any schema. */
export function restWritesSource(): string {
  const rows = routes
    .filter(({ isWrite }) => isWrite)
    .map(({ name, method, path, query }) => {
      const parts = [method, path, ...query.keys()].map((part) => `'${part}'`);
      return `  '${name}': [${parts.join(', ')}],\n`;
    });
  return `/** Generated from the operations by \`npm run sdk:types\`. Imports no library, so that pages can import it at no cost. */

/** Method, path and the fields of the query of each change under \`/v1\`, by the procedure's name. */
export const restWrites = {
${rows.join('')}} as const;
`;
}
