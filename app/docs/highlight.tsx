import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';

const lowlight = createLowlight(common);

type Node = ReturnType<typeof lowlight.highlight>['children'][number];

/** What is rendered, by language and code: to colour the code of a long guide takes 10 to 30 ms. */
const known = new Map<string, ReactNode>();

/** Code with its parts coloured on the server. Code in an unknown language stays plain. */
export function Highlighted({ language, code }: { language: string | undefined; code: string }) {
  if (language === undefined || !lowlight.registered(language)) return code;
  const key = `${language} ${code}`;
  if (!known.has(key)) known.set(key, rendered(lowlight.highlight(language, code).children));
  return known.get(key);
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
