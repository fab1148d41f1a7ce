'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useCan } from '@/components/shell/session-context.tsx';
import classes from './settings-nav.module.css';

const pages = [
  { label: 'Organisation', href: '/settings/organisation' },
  { label: 'Team', href: '/settings/team' },
  { label: 'Messages', href: '/settings/messages' },
  { label: 'Network', href: '/settings/network' },
  { label: 'Profile', href: '/settings/profile' },
  { label: 'Notifications', href: '/settings/notifications' },
];

/** The pages of the settings. */
export function SettingsNav() {
  const pathname = usePathname();
  const mayRead = useCan('read');
  if (!mayRead) return null;
  return (
    <nav aria-label="Settings" className={`${classes.root} scrolls`}>
      {pages.map(({ label, href }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          className={classes.link}
          aria-current={pathname === href ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
