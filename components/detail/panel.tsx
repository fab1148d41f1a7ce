import type { ReactNode } from 'react';
import { TextLink } from '../format/text-link.tsx';
import classes from './panel.module.css';

type PanelProps = {
  title: string;
  /** The page of what it is about, which the title links to. */
  href?: string;
  actions?: ReactNode;
  children: ReactNode;
  flush?: boolean;
};

/** A titled part of a page. `flush` lets rows and tables reach its edges. */
export function Panel({ title, href, actions, children, flush = false }: PanelProps) {
  return (
    <section className={classes.root} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{href ? <TextLink href={href}>{title}</TextLink> : title}</h2>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
}
