import { expect, test } from 'vitest';
import { words } from '../messages/words.ts';
import { subscriberContent } from './subscriber-content.ts';

test('an email has at most 100 paragraphs and 100 lines of instructions, and no text is lost', () => {
  const numbers = Array.from({ length: 9_000 }, (_, i) => `n${i}`);
  const content = subscriberContent(
    'INVOICE',
    { subject: 'Hi', body: numbers.join('\n\n') },
    {},
    { words: words.en, instructions: numbers.slice(0, 300).join('\n') },
  );
  expect(content.paragraphs).toHaveLength(100);
  expect(content.paragraphs.slice(0, 99)).toEqual(numbers.slice(0, 99));
  expect(content.paragraphs.join(' ')).toBe(numbers.join(' '));
  expect(content.next?.lines).toHaveLength(100);
  expect(content.next?.lines.join(' ')).toBe(numbers.slice(0, 300).join(' '));
});
