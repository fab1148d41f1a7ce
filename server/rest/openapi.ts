import { generateOpenApiDocument } from 'trpc-to-openapi';
import type { DocumentedOperation } from '../api/bridge.ts';
import { appRouter } from '../api/root.ts';
import { resourceExamples } from '../contract/examples.ts';
import { env } from '../env.ts';
import { INBOUND_PATH } from './inbound.ts';
import { failureSchemas, sharedFailures } from './openapi-failures.ts';
import { inboundOperation } from './openapi-inbound.ts';
import { description, tags } from './openapi-names.ts';
import { type Generated, operationOf, sharedHeaders, sharedParameters } from './openapi-operation.ts';
import { ref, type Schema, tidy } from './openapi-schema.ts';
import { webhooksPart } from './openapi-webhooks.ts';
import { routes } from './routes.ts';

type OpenApiDocument = {
  openapi: string;
  info: Schema;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
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
    version: '1.0.0',
    baseUrl: env.PUBLIC_URL,
    openApiVersion: '3.1.0',
    securitySchemes,
  });
  const schemas = generated.components?.schemas as Record<string, Schema>;
  return {
    openapi: generated.openapi,
    info: { ...generated.info },
    servers: [{ url: env.PUBLIC_URL }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths: pathsOf(generated.paths as Record<string, Record<string, Generated>>),
    webhooks: webhooksPart(),
    components: {
      // The generator's own error schemas, named `error.…`, do not match the envelope.
      schemas: {
        ...Object.fromEntries(
          Object.entries(schemas)
            .filter(([name]) => !name.startsWith('error.'))
            .map(([name, schema]) => [name, withExample(name, schema)]),
        ),
        ...failureSchemas,
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: sharedFailures,
      securitySchemes,
    },
  };
}

function withExample(name: string, schema: Schema): Schema {
  const example = resourceExamples[name];
  return example ? { ...schema, examples: [example] } : schema;
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
  tags: ['document'],
  security: [],
  parameters: [ref('parameters', 'CorrelationId')],
  responses: {
    200: {
      description: 'An OpenAPI 3.1 document, outside the envelope.',
      headers: { 'x-correlation-id': ref('headers', 'CorrelationId') },
      content: { 'application/json': { schema: { type: 'object' } } },
    },
  },
};
