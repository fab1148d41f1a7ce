'use client';

import { useSyncExternalStore } from 'react';
import { CopyCode } from './copy-code.tsx';
import classes from './docs.module.css';

const KEY = 'demarc-docs-language';

const listeners = new Set<() => void>();

let chosenHere: string | null = null;

/** The chosen language, for all examples of the page and, where the browser stores it, for the next visit. */
const choice = {
  read() {
    try {
      return chosenHere ?? localStorage.getItem(KEY);
    } catch {
      return null;
    }
  },
  write(label: string) {
    chosenHere = label;
    try {
      localStorage.setItem(KEY, label);
    } catch {
      // The browser stores nothing.
    }
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** `code` is what is copied, `html` the same with colours. */
type CodeExample = { label: string; code: string; html: string };

/** One step in several languages, of which the reader chooses one. */
export function CodeChoice({ examples }: { examples: CodeExample[] }) {
  const chosen = useSyncExternalStore(choice.subscribe, choice.read, () => null);
  const shown = examples.find(({ label }) => label === chosen) ?? examples[0];
  if (!shown) return null;
  return (
    <figure className={classes.example}>
      <figcaption>
        <span className={classes.languages}>
          {examples.map(({ label }) => (
            <button
              key={label}
              type="button"
              aria-pressed={label === shown.label}
              onClick={() => choice.write(label)}
            >
              {label}
            </button>
          ))}
        </span>
        <CopyCode code={shown.code} />
      </figcaption>
      <pre>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the code is escaped */}
        <code dangerouslySetInnerHTML={{ __html: shown.html }} />
      </pre>
    </figure>
  );
}
