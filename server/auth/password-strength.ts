import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Characters that a password has at least and at most. Contract: Accounts. */
export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 128;
/** The least score of zxcvbn, which are 0 to 4. Contract: Accounts. */
const MIN_SCORE = 3;

let loading: Promise<ZxcvbnFactory> | undefined;

/**
 * Why a password is too weak, as a sentence for its owner; null for one that is strong enough. Contract: Accounts.
 * @param about words that are easily guessed for this person, such as their name
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

/** The dictionaries take several MB and a while to read: the first password that is set pays for them. */
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
