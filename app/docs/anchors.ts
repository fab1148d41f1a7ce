import type { Code } from '@/server/contract/codes.ts';
import type { ErrorKey } from '@/server/contract/errors.ts';
import type { EventType } from '@/server/contract/event-catalogue.ts';

/** The anchors of the documentation pages. The pages link to each other by these only. */
export const anchorOf = {
  event: (type: EventType) => type,
  /** Some errors are sentences, and an id cannot contain spaces. */
  error: (key: ErrorKey) => key.replaceAll(' ', '-'),
  /** Some codes are errors as well. */
  code: (code: Code) => `code-${code}`,
  machine: (name: string) => name,
  move: (machine: string, on: string) => `${machine}.${on}`,
};
