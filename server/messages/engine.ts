import { Liquid } from 'liquidjs';
import { invalidValue } from '../contract/errors.ts';

/** The tags of a text: conditions. Loops, files and variables of its own are none of them. */
const TAGS = ['if', 'unless', 'case', 'comment'];

/** The filters of a text. None of them reads a clock, and none makes a text much longer. */
const FILTERS = [
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'truncatewords',
  'replace',
];

/** Limits of one text: letters that are parsed, ms to render, and values made on the way. */
const LIMITS = { parseLimit: 6_000, renderLimit: 500, memoryLimit: 10_000 };

const engine = new Liquid({
  ...LIMITS,
  strictFilters: true,
  strictVariables: true,
  lenientIf: false,
  ownPropertyOnly: true,
  // No text reaches a file.
  templates: {},
});
for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name];
for (const name of Object.keys(engine.filters)) if (!FILTERS.includes(name)) delete engine.filters[name];

/** The values of the variables of a text; null for one that is unknown, which is empty and in conditions false. */
export type TextValues = Readonly<Record<string, string | boolean | null>>;

/**
 * Why a text cannot be saved, in a sentence for staff; null for one that can.
 * @param variables the variables that it may use
 */
export function faultIn(text: string, variables: readonly string[]): string | null {
  try {
    const parsed = engine.parse(text);
    const unknown = engine.globalVariablesSync(parsed).filter((name) => !variables.includes(name));
    if (unknown.length > 0) {
      const names = unknown.map((name) => `{{ ${name} }}`).join(', ');
      return `${names} ${unknown.length === 1 ? 'is no variable' : 'are no variables'} of this text.`;
    }
    engine.renderSync(parsed, Object.fromEntries(variables.map((name) => [name, name])));
    return null;
  } catch (error) {
    const [line = ''] = String((error as Error).message).split('\n');
    return `${line.replace(/, line:\d+.*$/, '')}.`;
  }
}

/**
 * Fills a text. Values are plain texts: what they contain is never parsed.
 * @param field the field of the text, in a refusal
 * @throws VALIDATION_FAILED at `field` for a text that exceeds its limits with these values; Error for one that `faultIn` refuses
 */
export function fill(text: string, values: TextValues, field = 'body'): string {
  return prepare(text, field)(values);
}

/** A text that is filled many times: it is parsed once. See `fill`. */
export function prepare(text: string, field = 'body'): (values: TextValues) => string {
  const parsed = engine.parse(text);
  return (values) => {
    try {
      return engine.renderSync(parsed, { ...values });
    } catch (error) {
      // The check fills a text with the names of its variables. A filter makes more of longer values.
      throw isTooLong(error) ? invalidValue(field, TOO_LONG) : error;
    }
  };
}

const TOO_LONG =
  'With the values of this reader the text becomes too long for its filters. Shorten it, or use fewer filters.';

function isTooLong(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('memory alloc limit exceeded');
}

/** Fills a text of one line, such as a subject: line breaks and control characters become blanks. See `fill`. */
export function fillLine(text: string, values: TextValues, field = 'subject'): string {
  return fill(text, values, field)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
