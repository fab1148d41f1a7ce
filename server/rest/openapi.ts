import { generateOpenApiDocument } from 'trpc-to-openapi';
import { appRouter } from '../api/root.ts';
import { env } from '../env.ts';

let text: string | undefined;

/** The OpenAPI 3.1 document as JSON text, rendered once. */
export function openApiText(): string {
  text ??= JSON.stringify(openApiDocument());
  return text;
}

/** The OpenAPI 3.1 document. */
export function openApiDocument() {
  return generateOpenApiDocument(appRouter, {
    title: 'Demarc API',
    version: '1',
    baseUrl: env.PUBLIC_URL,
    openApiVersion: '3.1.0',
  });
}
