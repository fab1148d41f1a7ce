import type { Signature, Words } from './letter.ts';

/** A letter for readers without HTML, in lines that a terminal shows whole. */
export function plainText(words: Words, { name, legalName, lines, isSandbox }: Signature): string {
  const width = Math.max(0, ...words.rows.map(([label]) => label.length));
  const blocks = [
    [words.about.toUpperCase()],
    words.amount ? [`${words.amount}, ${words.headline}`] : [],
    ...words.paragraphs.map((paragraph) => wrapped(paragraph)),
    words.rows.map(([label, value]) => `${`${label}:`.padEnd(width + 1)}  ${value}`),
    words.next ? [words.next.title.toUpperCase(), ...words.next.lines.flatMap(wrapped)] : [],
    ['-- ', name, ...(legalName && legalName !== name ? [legalName] : []), ...lines],
    isSandbox ? ['This is a test from a sandbox. It is not a demand for money.'] : [],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
    .replaceAll('\u00a0', ' ')}\n`;
}

function wrapped(paragraph: string): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 76) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
