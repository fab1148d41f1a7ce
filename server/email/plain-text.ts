import { words } from '../messages/words.ts';
import type { EmailContent, Signature } from './message.ts';

/** Renders the plain text part, in lines of at most 76 characters. */
export function renderPlainText(
  content: EmailContent,
  { name, legalName, lines, isSandbox, language }: Signature,
): string {
  const width = Math.max(0, ...content.rows.map(([label]) => label.length));
  const blocks = [
    [content.topic.toUpperCase()],
    content.amount ? [content.amount, content.headline] : [],
    ...content.paragraphs.map((paragraph) => wrap(paragraph)),
    content.rows.map(([label, value]) => `${`${label}:`.padEnd(width + 1)}  ${value}`),
    content.link ? [`${content.link.label}:`, content.link.url] : [],
    content.next ? [content.next.title.toUpperCase(), ...content.next.lines.flatMap(wrap)] : [],
    ['-- ', name, ...(legalName && legalName !== name ? [legalName] : []), ...lines],
    isSandbox ? [words[language].test] : [],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')
    .replaceAll('\u00a0', ' ')}\n`;
}

function wrap(paragraph: string): string[] {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 76) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
