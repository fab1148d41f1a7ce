'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { navigation } from './navigation.ts';
import classes from './shell.module.css';
import { useGoKeys } from './use-go-keys.ts';
import { useOffered } from './use-offered.ts';

export function NavLinks() {
  const pathname = usePathname();
  const offered = useOffered();
  useGoKeys();
  // The innermost place: that of gateways is below that of payments.
  const current = navigation
    .flatMap(({ items }) => items.map(({ href }) => href))
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .sort((a, b) => b.length - a.length)[0];
  return navigation.map((area) => {
    const items = area.items.filter(offered);
    if (items.length === 0) return null;
    return (
      // No landmark: a part of a page may have the same name.
      <div key={area.label}>
        {!area.isUntitled && (
          <div className={classes.area} aria-hidden>
            {area.label}
          </div>
        )}
        <ul className={classes.list} aria-label={area.label}>
          {items.map(({ href, label, icon: Icon }) => {
            const here = href === current;
            return (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  className={classes.link}
                  aria-current={here ? 'page' : undefined}
                >
                  <Icon size={18} stroke={1.6} aria-hidden />
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </div>
    );
  });
}
