import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as en from '@zxcvbn-ts/language-en';
import { answerTasks } from '../threads/answer-tasks.ts';

/** The thread of `password-strength.ts`: passwords come in, what zxcvbn says of them goes out. */

export type PasswordTask = {
  password: string;
  /** Words that are easy to guess for this person. */
  about: string[];
};

export type PasswordAnswer = { score: number; advice: string[] };

/** The most characters that are judged. The time that zxcvbn takes grows with the square of the length. */
const MAX_JUDGED = 64;

/** How many readings of signs as letters are tried, such as `P@ssw0rd`. The default of 100 takes five times as long, and finds no more. */
const MAX_READINGS = 20;

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...en.dictionary },
  graphs: common.adjacencyGraphs,
  translations: en.translations,
  maxLength: MAX_JUDGED,
  l33tMaxSubstitutions: MAX_READINGS,
});

answerTasks(({ password, about }: PasswordTask): PasswordAnswer => {
  const { score, feedback } = zxcvbn.check(password, about);
  return { score, advice: [feedback.warning ?? '', ...feedback.suggestions].filter(Boolean) };
});
