import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { DocumentedOperation } from '../api/bridge.ts';
import { appRouter } from '../api/root.ts';
import { refuse } from '../contract/errors.ts';
import { schemaExamples } from '../contract/examples/schemas.ts';
import { env } from '../env.ts';
import { INBOUND_PATH } from './inbound.ts';
import { failureSchemas, response, sharedFailures } from './openapi-failures.ts';
import { inboundOperation } from './openapi-inbound.ts';
import { description, tagGroups, tags } from './openapi-names.ts';
import { type Generated, operationOf, sharedHeaders, sharedParameters } from './openapi-operation.ts';
import { described, ref, type Schema, tidy } from './openapi-schema.ts';
import { webhooksPart } from './openapi-webhooks.ts';
import { routes } from './routes.ts';

type OpenApiDocument = {
  openapi: string;
  info: Schema;
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  'x-tagGroups': { name: string; tags: string[] }[];
  externalDocs: Schema;
  paths: Record<string, Record<string, Schema>>;
  webhooks: Record<string, { post: Schema }>;
  components: Record<string, Record<string, Schema>>;
};

const securitySchemes = {
  AccessId: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Access-Id',
    description: 'The id of the credential. It is created with the partner account.',
  },
  AccessSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Access-Secret',
    description: 'The secret of the credential. It is shown once, at creation. Treat it as a password.',
  },
} as const;

/** The version of the API in docs/changelog.md. Contract: Versioning. */
const API_VERSION = '1.0.0';

let document: OpenApiDocument | undefined;
let text: string | undefined;

/** The OpenAPI 3.1 document of everything under `/v1`, generated from the procedures. Rendered once. */
export function openApiDocument(): OpenApiDocument {
  document ??= tidy(render());
  return document;
}

/** The document as it is served. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}

/** The operations of the document, for the search of the documentation. */
export function documentedOperations(): DocumentedOperation[] {
  return Object.entries(openApiDocument().paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      // The document is typed as JSON. Each operation has one tag and a summary.
      const { tags, summary } = operation as { tags: [string]; summary: string };
      return { method: method.toUpperCase(), path, tag: tags[0], summary };
    }),
  );
}

function render(): OpenApiDocument {
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Demarc',
    description,
    version: API_VERSION,
    baseUrl: env.PUBLIC_URL,
    openApiVersion: '3.1.0',
    securitySchemes,
  });
  const schemas = describedSchemas({
    ...(generated.components?.schemas as Record<string, Schema>),
    ...failureSchemas,
  });
  return {
    openapi: generated.openapi,
    info: {
      ...generated.info,
      summary: 'Billing and provisioning for internet providers.',
      contact: { name: 'Demarc', url: `${env.PUBLIC_URL}/docs` },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    externalDocs: { url: `${env.PUBLIC_URL}/docs`, description: 'Guides, states, events and errors.' },
    servers: [
      { url: env.PUBLIC_URL, description: 'This server. The access headers choose live or sandbox.' },
    ],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    'x-tagGroups': tagGroups,
    paths: pathsOf(generated.paths as Record<string, Record<string, Generated>>),
    webhooks: webhooksPart(schemas),
    components: {
      schemas,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedFailures,
      securitySchemes,
    },
  };
}

/** The schemas of the components with descriptions and examples. */
function describedSchemas(given: Record<string, Schema>): Record<string, Schema> {
  // The generator's own error schemas, named `error.…`, do not match the envelope.
  const own = Object.entries(given).filter(([name]) => !name.startsWith('error.'));
  return Object.fromEntries(
    own.map(([name, schema]) => {
      const example = schemaExamples[name];
      return [name, { ...described(schema, name), ...(example ? { examples: [example] } : {}) }];
    }),
  );
}

function pathsOf(generated: Record<string, Record<string, Generated>>): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const method = route.method.toLowerCase();
    const operation = operationOf(route, generated[route.path]?.[method] ?? {});
    paths[route.path] = { ...paths[route.path], [method]: operation };
  }
  paths[INBOUND_PATH] = { post: inboundOperation };
  paths['/v1/openapi.json'] = { get: documentOperation };
  return paths;
}

/** The one operation that is not a procedure: public, and outside the envelope. */
const documentOperation: Schema = {
  operationId: 'getOpenApiDocument',
  summary: 'Read this document',
  description:
    'The whole API as OpenAPI 3.1: operations, events, errors and examples. It needs no credentials. `/docs/postman.json` is the same as a Postman collection.',
  tags: ['document'],
  security: [],
  parameters: [ref('parameters', 'CorrelationId')],
  responses: {
    200: {
      description: 'An OpenAPI 3.1 document, outside the envelope.',
      headers: { 'x-correlation-id': ref('headers', 'CorrelationId') },
      content: {
        'application/json': {
          schema: { type: 'object', additionalProperties: true },
          example: { openapi: '3.1.0', info: { title: 'Demarc', version: API_VERSION } },
        },
      },
    },
    400: response(400, {
      VALIDATION_FAILED: refuse('VALIDATION_FAILED', {
        code: 'INVALID_FORMAT',
        message: 'A request of HTTP/1.1 has exactly one Host header.',
      }),
    }),
  },
};
