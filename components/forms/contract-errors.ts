import { type Code, codes } from '@/server/contract/codes.ts';

/** The parts of a zod issue that matter here; any zod schema of the contract gives these. */
type Issue = {
  code?: string;
  path: PropertyKey[];
  message: string;
  input?: unknown;
  keys?: string[];
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  params?: { code?: unknown };
};

export type ContractSchema<Input> = {
  safeParse: (value: unknown) => { success: true } | { success: false; error: { issues: unknown[] } };
  _zod: { input: Input };
};

/**
 * What the API would say to these values before it is asked: one sentence a field, by dot-path. Whatever the
 * contract's schema cannot know (uniqueness, floors, states) is said by the API itself at submission.
 */
export function contractErrors(schema: ContractSchema<unknown>, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues as Issue[]) {
    const path = issue.path.map(String).join('.') || '_';
    errors[path] ??= messageOf(issue, valueAt(values, issue.path));
  }
  return errors;
}

function messageOf(issue: Issue, value: unknown): string {
  if (issue.code === 'custom') {
    const own = issue.message !== 'Invalid input' ? issue.message : undefined;
    return own ?? codes[(issue.params?.code as Code) ?? 'INVALID_VALUE'] ?? codes.INVALID_VALUE;
  }
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return codes.REQUIRED;
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? `At least ${issue.minimum} characters.`
        : `At least ${issue.minimum}.`;
    case 'too_big':
      return issue.origin === 'string' ? `At most ${issue.maximum} characters.` : `At most ${issue.maximum}.`;
    case 'invalid_value':
      return codes.UNSUPPORTED;
    case 'unrecognized_keys':
      return codes.NOT_ALLOWED;
    default:
      return codes.INVALID_FORMAT;
  }
}

function valueAt(values: unknown, path: PropertyKey[]): unknown {
  let at = values;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at;
}
