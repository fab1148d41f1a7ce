// Writes src/generated from the OpenAPI document and the operations, and the portal's table of changes: `npm run sdk:types`.
import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../../../server/rest/openapi.ts';
import { namesSource, restWritesSource, surfaceSource } from './operation-tables.ts';
import { documentHash, typedDocument } from './typed-document.ts';

const options = {
  defaultNonNullable: false,
  emptyObjectsUnknown: true,
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
};
const document = { openapi: '3.1.0', info: { title: '', version: '' }, ...typedDocument(openApiDocument()) };
const hash = documentHash(openApiDocument());
const types = astToString(await openapiTS(document, options));
const content = `/** Generated from the OpenAPI document by \`npm run sdk:types\`. */

/** The document that the types are of. A test compares it with that of the server. */
export const DOCUMENT_HASH = '${hash}';

${types.replaceAll('    ', '  ')}`;
const write = (path, text) => writeFileSync(new URL(path, import.meta.url), text);
write('../src/generated/openapi.ts', content);
write('../src/generated/surface.ts', surfaceSource());
write('../src/generated/names.ts', namesSource(openApiDocument().components.schemas));
write('../../../server/contract/generated/rest-writes.ts', restWritesSource());
process.exit(0);
