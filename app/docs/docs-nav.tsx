'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import classes from './docs.module.css';
import { API_REFERENCE, documentationPages } from './pages.ts';

/** The pages of the documentation. The reference is loaded as a page of its own, with the viewer and without the rest. */
export function DocsNav() {
  const pathname = usePathname();
  return (
    <nav aria-label="Documentation" className={classes.nav}>
      {documentationPages.map(({ label, href }) => {
        const isHere = pathname === href || (href === '/docs' && pathname.startsWith('/docs/guides/'));
        const current = isHere ? ('page' as const) : undefined;
        return pathname === API_REFERENCE || href === API_REFERENCE ? (
          <a key={href} href={href} aria-current={current}>
            {label}
          </a>
        ) : (
          <Link key={href} href={href} prefetch={false} aria-current={current}>
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
