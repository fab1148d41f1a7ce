import { appearanceOf, mixesAlphabets } from './name-appearance.ts';
import { issue, text } from './primitives.ts';
import { systemActors } from './system-actors.ts';

/** What the audit trail calls automatic work, and names that could be taken for it. */
const ofSystem = [...systemActors, 'system', 'automatic work', 'automation', 'support', 'erased subscriber'];

const reserved = new Set(
  [
    ...ofSystem,
    ...ofSystem.map((name) => `demarc ${name}`),
    'demarc',
    'erased',
    'api key',
    'integration',
  ].map(appearanceOf),
);

/** The first words of the names of the product, of keys and of integrations (`actorText`). */
const reservedStarts = new Set(
  ['demarc', 'system', 'api key', 'api keys', 'integration', 'integrations'].map(appearanceOf),
);

const RESERVED =
  'The audit trail uses this name for automatic work, keys or integrations. Enter your own name.';

/**
 * The name of a person of the staff, which audit entries have: with a letter, without direction marks, in one alphabet a word, and not
 * that of automatic work, a key or an integration. Whether another person has it is checked where the team is known.
 * Contract: Team.
 */
export const personName = text(1, 100).superRefine((name, ctx) => {
  if (name === '') return;
  const appearance = appearanceOf(name);
  if (!/\p{L}/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))) {
    issue(ctx, 'INVALID_FORMAT', 'Enter a name with letters.');
  } else if (/\p{Bidi_Control}/u.test(name)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter a name without direction marks.');
  } else if (mixesAlphabets(name)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter each word of the name in one alphabet.');
  } else if (/[<>]/.test(name)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter a name without angle brackets.');
  } else if (reserved.has(appearance) || startsReserved(name)) {
    issue(ctx, 'INVALID_VALUE', RESERVED);
  }
});

function startsReserved(name: string): boolean {
  const [first = '', second = ''] = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  return reservedStarts.has(appearanceOf(first)) || reservedStarts.has(appearanceOf(first + second));
}
