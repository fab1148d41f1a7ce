import { CopyCode } from './copy-code.tsx';
import classes from './docs.module.css';

/** Code or JSON, wrapped rather than scrolled, so that it reads the same on a phone. */
export function Example({ label, children }: { label: string; children: string }) {
  return (
    <figure className={classes.example}>
      <figcaption>
        {label}
        <CopyCode code={children} />
      </figcaption>
      <pre>
        <code>{children}</code>
      </pre>
    </figure>
  );
}

/** A body as it would be sent, laid out for reading. */
export function laidOut(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
