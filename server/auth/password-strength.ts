import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Minimum and maximum length of a password. Contract: Accounts. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/** The minimum score of zxcvbn, which is 0 to 4. Contract: Accounts. */
const MIN_SCORE = 3;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * The reason why a password is too weak, as a sentence for the person; null for a strong one. Contract: Accounts.
 * @param about words that are easy to guess for this person, such as the name
 */
export async function passwordFault(password: string, about: readonly string[]): Promise<string | null> {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return `The password needs at least ${MIN_PASSWORD_LENGTH} characters.`;
  }
  if (password.length > MAX_PASSWORD_LENGTH) {
    return `The password may have at most ${MAX_PASSWORD_LENGTH} characters.`;
  }
  loading ??= load();
  const { score, feedback } = (await loading).check(password, [...about, 'demarc']);
  if (score >= MIN_SCORE) return null;
  return ['This password is easy to guess.', feedback.warning, ...feedback.suggestions]
    .filter(Boolean)
    .join(' ');
}

/** Loads the dictionaries, which are several MB, when the first password is set. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, common, en] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...en.dictionary },
    graphs: common.adjacencyGraphs,
    translations: en.translations,
  });
}
