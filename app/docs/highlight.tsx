import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';

const names = ['bash', 'go', 'javascript', 'json', 'php', 'python', 'typescript'] as const;
const grammars = names.flatMap((name) => {
  const grammar = common[name];
  return grammar ? [[name, grammar] as const] : [];
});
const lowlight = createLowlight(Object.fromEntries(grammars));

/** The languages of blocks of code, by the word behind their fence. */
const languages: Readonly<Record<string, (typeof names)[number]>> = {
  sh: 'bash',
  js: 'javascript',
  ts: 'typescript',
  json: 'json',
  python: 'python',
  php: 'php',
  go: 'go',
};

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** Code with its parts coloured on the server. Another language stays plain. */
export function Highlighted({ language, code }: { language: string | undefined; code: string }) {
  const known = language === undefined ? undefined : languages[language];
  return known ? rendered(lowlight.highlight(known, code).children) : code;
}

function rendered(nodes: Node[]): ReactNode {
  return nodes.map((node, index) => {
    if (node.type === 'text') return node.value;
    if (node.type !== 'element') return null;
    const name = node.properties.className;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of code keep their order
      <span key={index} className={Array.isArray(name) ? name.join(' ') : undefined}>
        {rendered(node.children)}
      </span>
    );
  });
}
