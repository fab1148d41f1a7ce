import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../server/rest/openapi.ts';

const DOCUMENT = 'https://demarc.test/openapi.json';

// Not strict: the document around the schemas is no schema.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema(openApiDocument(), DOCUMENT);

const validators = new Map<string, ValidateFunction>();

/** The validator of the schema at a JSON pointer into the document, given as its unescaped parts. */
export function validatorAt(...parts: (string | number)[]): ValidateFunction {
  const pointer = parts
    .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const known = validators.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `${DOCUMENT}#/${pointer}` });
  validators.set(pointer, made);
  return made;
}

type Header = { required?: boolean };
type Response = { headers?: Record<string, unknown>; content?: Record<string, unknown> };

/** What a `$ref` of the document stands for, and where it stands. */
function resolved(value: unknown, at: (string | number)[]): { value: unknown; at: (string | number)[] } {
  const target = (value as { $ref?: string }).$ref;
  if (target === undefined) return { value, at };
  const parts = target.slice(2).split('/');
  const found = parts.reduce<unknown>(
    (node, part) => (node as Record<string, unknown>)[part],
    openApiDocument(),
  );
  return resolved(found, parts);
}

/** The path template of the document that a concrete path belongs to; one without parameters goes before. */
function templateOf(path: string): string | undefined {
  const matching = Object.keys(openApiDocument().paths).filter((template) =>
    new RegExp(`^${template.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return matching.sort((a, b) => a.split('{').length - b.split('{').length)[0];
}

/** The contradictions between a body and its schema. */
function faults(validate: ValidateFunction, body: unknown): string[] {
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/**
 * Holds an answer against the document: the status is one the operation may give, headers it promises are there and
 * right, and the body is valid. An empty list is praise. Answers outside every operation (404, 405) have to be the
 * failure envelope.
 * @param path as it was requested; a query is cut off
 */
export function validateAnswer(
  method: string,
  path: string,
  status: number,
  headers: Headers,
  bodyText: string,
): string[] {
  const [plain = ''] = path.split('?');
  const where = `${method} ${plain} ${status}:`;
  let body: unknown;
  if (isJson(headers)) {
    try {
      body = JSON.parse(bodyText);
    } catch {
      return [`${where} the body is not JSON: ${bodyText.slice(0, 100)}`];
    }
  }
  const problems = againstDocument(method, plain, status, headers, body);
  return problems.map((problem) => `${where} ${problem}`);
}

function isJson(headers: Headers): boolean {
  return /^application\/json\b/.test(headers.get('content-type') ?? '');
}

function againstDocument(
  method: string,
  path: string,
  status: number,
  headers: Headers,
  body: unknown,
): string[] {
  const template = templateOf(path);
  const operation = template && openApiDocument().paths[template]?.[method.toLowerCase()];
  if (!template || !operation) {
    const expected = template ? 405 : 404;
    return [
      ...(status === expected ? [] : [`no operation, so ${expected} was due`]),
      ...faults(validatorAt('components', 'schemas', 'Failure'), body),
    ];
  }
  const responses = operation.responses as Record<string, unknown>;
  if (!responses[status]) return [`the document has ${Object.keys(responses).join(', ')} only`];
  const { value, at } = resolved(responses[status], [
    'paths',
    template,
    method.toLowerCase(),
    'responses',
    status,
  ]);
  const response = value as Response;
  const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
  if (!response.content?.[mediaType]) return [`${mediaType} is not what the document promises`];
  // A file is in no envelope.
  if (!isJson(headers)) return headerFaults(response, headers);
  const validate = validatorAt(...at, 'content', 'application/json', 'schema');
  return [...headerFaults(response, headers), ...faults(validate, body), ...correlationFault(headers, body)];
}

function headerFaults(response: Response, headers: Headers): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, given]) => {
    const { value, at } = resolved(given, []);
    const sent = headers.get(name);
    if (sent === null) return (value as Header).required ? [`header ${name} is missing`] : [];
    const { type } = resolved((value as { schema: unknown }).schema, []).value as { type?: string };
    const typed = type === 'integer' ? Number(sent) : sent;
    return faults(validatorAt(...at, 'schema'), typed).map((fault) => `header ${name}: ${fault}`);
  });
}

function correlationFault(headers: Headers, body: unknown): string[] {
  const said = (body as { correlationId?: string }).correlationId;
  return said === undefined || said === headers.get('x-correlation-id')
    ? []
    : ['x-correlation-id differs from correlationId'];
}
