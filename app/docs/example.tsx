import { codeHtml } from './code-html.ts';
import { CopyCode } from './copy-code.tsx';
import classes from './docs.module.css';

type ExampleProps = { label: string; language?: string; children: string };

/** Code or JSON, wrapped rather than scrolled, so that it reads the same on a phone. */
export function Example({ label, language, children }: ExampleProps) {
  return (
    <figure className={classes.example}>
      <figcaption>
        {label}
        <CopyCode code={children} />
      </figcaption>
      <pre>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the code is escaped */}
        <code dangerouslySetInnerHTML={{ __html: codeHtml(language, children) }} />
      </pre>
    </figure>
  );
}

/** A body as it would be sent, laid out for reading. */
export function laidOut(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
