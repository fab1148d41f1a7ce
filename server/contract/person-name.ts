import { appearanceOf, mixesAlphabets } from './name-appearance.ts';
import { issue, text } from './primitives.ts';
import { roles } from './roles.ts';
import { systemActors } from './system-actors.ts';

/** What the audit trail calls automatic work, and names that could be taken for it. */
const ofSystem = [
  ...[
    ...systemActors,
    'system',
    'automatic work',
    'automation',
    'scheduler',
    'bot',
    'robot',
    'server',
    'service',
  ],
  ...['erased subscriber', 'deleted user', 'unknown user', 'nobody'],
];

/** Names of a function, which is not a person. */
const ofFunctions = [
  ...[...roles, 'administrator', 'administration', 'superuser', 'root', 'webmaster', 'moderator'],
  ...['staff', 'team', 'user', 'customer support', 'technical support', 'customer service', 'security'],
];

const reserved = new Set(
  [
    ...ofSystem,
    ...ofFunctions,
    ...[...ofSystem, ...ofFunctions].map((name) => `demarc ${name}`),
    ...['demarc', 'erased', 'api', 'api key', 'integration'],
  ].map(appearanceOf),
);

/** The first words of the names of the product, of keys and of integrations (`actorText`). */
const reservedStarts = new Set(
  ['demarc', 'system', 'api key', 'api keys', 'integration', 'integrations'].map(appearanceOf),
);

/** Words before a name that change nothing about who is meant. */
const articles = ['the', 'a', 'an'].map(appearanceOf);

const RESERVED =
  'In the audit trail this name could be taken for automatic work, a key, an integration or a function. Enter your own name.';

/**
 * The name of a person of the staff, which audit entries have: with a letter, without direction marks, in one alphabet a word, and not
 * that of automatic work, a key, an integration or a function. Whether another person has it is checked where the team is known.
 * Contract: Team.
 */
export const personName = text(1, 100).superRefine((name, ctx) => {
  if (name === '') return;
  if (!/\p{L}/u.test(name.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))) {
    issue(ctx, 'INVALID_FORMAT', 'Enter a name with letters.');
  } else if (/\p{Bidi_Control}/u.test(name)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter a name without direction marks.');
  } else if (mixesAlphabets(name)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter each word of the name in one alphabet.');
  } else if (/[<>]/.test(name)) {
    issue(ctx, 'INVALID_FORMAT', 'Enter a name without angle brackets.');
  } else if (isReserved(name)) {
    issue(ctx, 'INVALID_VALUE', RESERVED);
  }
});

/** Whether a name is reserved, or begins with words that are, also behind an article. */
function isReserved(name: string): boolean {
  const all = name.split(/[^\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]+/u).map(appearanceOf);
  const words = all.filter((word) => word !== '');
  const first = words.findIndex((word) => !articles.includes(word));
  const own = first === -1 ? [] : words.slice(first);
  return (
    reserved.has(appearanceOf(name).replace(/^the/, '')) ||
    [words, own].some(
      ([one = '', two = '', ...more]) =>
        reserved.has([one, two, ...more].join('')) ||
        reservedStarts.has(one) ||
        reservedStarts.has(one + two),
    )
  );
}
