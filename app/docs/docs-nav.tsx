'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import classes from './docs.module.css';

const pages = [
  { label: 'Overview', href: '/docs' },
  { label: 'States', href: '/docs/states' },
  { label: 'Events', href: '/docs/events' },
  { label: 'Errors', href: '/docs/errors' },
  { label: 'Figures', href: '/docs/metrics' },
];

export function DocsNav() {
  const pathname = usePathname();
  return (
    <nav aria-label="Documentation" className={classes.nav}>
      {pages.map(({ label, href }) => (
        <Link key={href} href={href} prefetch={false} aria-current={pathname === href ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
