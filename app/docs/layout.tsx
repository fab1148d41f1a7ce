import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { BrandMark } from '@/components/shell/brand-mark.tsx';
import { ThemeToggle } from '@/components/shell/theme-toggle.tsx';
import classes from './docs.module.css';
import { DocsContent } from './docs-content.tsx';
import { DocsNav } from './docs-nav.tsx';
import { DocsSearch } from './docs-search.tsx';

export const metadata: Metadata = { title: { default: 'Documentation', template: '%s · Demarc' } };

/** The frame of the documentation, which is public. */
export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className={classes.root}>
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link href="/docs" prefetch={false} className={classes.brand}>
          <BrandMark size={24} />
          Demarc
        </Link>
        <DocsNav />
        <div className={classes.tools}>
          <DocsSearch />
          <Link href="/" prefetch={false} className={classes.portal}>
            Portal
          </Link>
          <ThemeToggle />
        </div>
      </header>
      <DocsContent>{children}</DocsContent>
    </div>
  );
}
