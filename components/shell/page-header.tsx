'use client';

import { Group, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import classes from './page-header.module.css';

type PageHeaderProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The link to the page above: "Plans". */
  parent?: { label: string; href: string };
  /** Beside the title, for instance a status. */
  badge?: ReactNode;
  actions?: ReactNode;
};

/** The head of every page. */
export function PageHeader({ title, description, parent, badge, actions }: PageHeaderProps) {
  return (
    <header className={classes.root}>
      <div className={classes.text}>
        {parent && (
          <nav aria-label="Breadcrumb" className={classes.parent}>
            <Link href={parent.href} prefetch={false}>
              {parent.label}
            </Link>
            <IconChevronRight size={14} aria-hidden />
          </nav>
        )}
        <Group gap="sm" align="center">
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {badge}
        </Group>
        {description && (
          <Text c="dimmed" component="div" mt={2}>
            {description}
          </Text>
        )}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
