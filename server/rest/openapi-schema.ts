import { fieldTexts } from '../contract/texts/field-texts.ts';

/** A JSON schema or another part of the document, as far as this code inspects it. */
export type Schema = { [keyword: string]: unknown };

export type ObjectSchema = Schema & {
  type: 'object';
  properties: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
};

/** An object schema with exactly these properties, all required except those in `optional`. */
export function exactly(properties: Record<string, Schema>, optional: readonly string[] = []): ObjectSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
    additionalProperties: false,
  };
}

/** A reference to a component of the OpenAPI document. */
export function ref(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): Schema {
  return { $ref: `#/components/${kind}/${name}` };
}

/** The description of a field without one of its own. */
export function fieldText(owner: string, name: string): string | undefined {
  return fieldTexts[`${owner.replace(/With(Secret|Bodies)$/, '')}.${name}`] ?? fieldTexts[name];
}

/**
 * A schema in which each property has a description.
 * @param owner the resource that the schema is of
 */
export function described<S extends Schema>(schema: S, owner: string): S {
  const made: Schema = { ...schema };
  if (schema.properties) {
    const properties = Object.entries(schema.properties as Record<string, Schema>);
    made.properties = Object.fromEntries(
      properties.map(([name, property]) => {
        const description = property.description ?? fieldText(owner, name);
        return [name, { ...described(property, name), ...(description ? { description } : {}) }];
      }),
    );
  }
  if (schema.items) made.items = described(schema.items as Schema, owner);
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const branches = schema[keyword] as Schema[] | undefined;
    if (branches) made[keyword] = branches.map((branch) => described(branch, owner));
  }
  return made as S;
}

/** Removes what zod writes and no reader needs: the bounds of safe integers, and that keys of objects are strings. */
export function tidy<T>(value: T): T {
  if (Array.isArray(value)) return value.map(tidy) as T;
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key, inner]) => !isRedundant(key, inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, tidy(inner)])) as T;
}

function isRedundant(key: string, value: unknown): boolean {
  if (key === 'minimum' || key === 'maximum') return Math.abs(value as number) === Number.MAX_SAFE_INTEGER;
  if (key === 'propertyNames') return JSON.stringify(value) === '{"type":"string"}';
  return key === 'additionalProperties' && JSON.stringify(value) === '{}';
}
