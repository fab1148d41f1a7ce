import { common, createLowlight } from 'lowlight';
import { escaped } from '@/server/contract/escaped.ts';

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** By language and code: to colour the code of a long guide takes 10 to 30 ms. */
const known = new Map<string, string>();

/** The HTML of code with its parts coloured. Code in an unknown language stays plain. */
export function codeHtml(language: string | undefined, code: string): string {
  if (language === undefined || !lowlight.registered(language)) return escaped(code);
  const key = `${language} ${code}`;
  const html = known.get(key) ?? lowlight.highlight(language, code).children.map(htmlOf).join('');
  known.set(key, html);
  return html;
}

function htmlOf(node: Node): string {
  if (node.type === 'text') return escaped(node.value);
  if (node.type !== 'element') return '';
  const { className } = node.properties;
  const names = Array.isArray(className) ? ` class="${className.join(' ')}"` : '';
  return `<span${names}>${node.children.map(htmlOf).join('')}</span>`;
}
