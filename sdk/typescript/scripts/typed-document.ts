import { createHash } from 'node:crypto';

/** Keywords with examples, which the reference shows and an editor does not need. */
const examples = new Set(['example', 'examples']);
/** Keywords that describe and check, and do not type. */
const prose = new Set([
  ...['description', 'summary', 'title', 'externalDocs', 'tags', 'default', 'format', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
]);
/** Parts of the document without types. */
const otherParts = new Set(['info', 'servers', 'tags', 'security']);

/**
 * The document without what the types of the SDK leave out: examples, failures (an error has the type `DemarcError`), and
 * alternatives that only require fields, which the generator takes for `unknown`.
 */
export function typedDocument(document: object): Record<string, unknown> {
  const parts = Object.entries(document).filter(([key]) => !otherParts.has(key));
  return transform(Object.fromEntries(parts), (key, value, areNames) => {
    if (areNames) return true;
    if (examples.has(key)) return false;
    if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(value)) return !value.every(isRequirement);
    return true;
  }) as Record<string, unknown>;
}

/** A hash of all that the types follow from. Texts, bounds and the order of keys do not change it. */
export function documentHash(document: object): string {
  const bare = transform(typedDocument(document), (key, _, areNames) => areNames || !prose.has(key));
  return createHash('sha256').update(JSON.stringify(bare, sortKeys)).digest('hex');
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isRequirement(schema: unknown): boolean {
  return Object.keys(schema as object).join() === 'required';
}

type Keep = (key: string, value: unknown, areNames: boolean) => boolean;

/** A copy without failures and without what `keep` refuses. `areNames`: the keys are names of properties, not keywords. */
function transform(value: unknown, keep: Keep, parent = '', areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => transform(item, keep));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => keep(key, inner, areNames) && !(parent === 'responses' && !areNames && isFailure(key)),
  );
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, transform(inner, keep, key, !areNames && key === 'properties')]),
  );
}

/** The status of a failure, or the name of one in the components. */
function isFailure(key: string): boolean {
  return !/^2/.test(key);
}
