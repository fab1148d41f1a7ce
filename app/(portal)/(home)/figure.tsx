'use client';

import { ActionIcon, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { PopoverButton } from '@/components/shell/popover-button.tsx';
import { type MetricName, metricDefinitions } from '@/server/contract/portal/metric-definitions.ts';
import classes from './home.module.css';

type FigureProps = {
  metric: MetricName;
  /** The number, and the list that it counts. */
  value: ReactNode;
  href?: string;
  tone?: 'red';
  /** Whether it takes a row of its own. */
  isWide?: boolean;
  /** Below the number. */
  children?: ReactNode;
};

/** A number with its name, its definition and the list that it counts. */
export function Figure({ metric, value, href, tone, isWide, children }: FigureProps) {
  const { title, period } = metricDefinitions[metric];
  return (
    <section className={classes.figure} data-wide={isWide} aria-label={title}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <Definition metric={metric} />
        <span className={classes.period}>{period}</span>
      </div>
      <div className={classes.value} data-tone={tone}>
        {href === undefined ? value : <CountLink href={href}>{value}</CountLink>}
      </div>
      {children && <div className={classes.detail}>{children}</div>}
    </section>
  );
}

/** A link from a number to the list that it counts. */
export function CountLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} prefetch={false} className={classes.link}>
      {children}
    </Link>
  );
}

function Definition({ metric }: { metric: MetricName }) {
  const { title, meaning } = metricDefinitions[metric];
  return (
    <PopoverButton
      position="bottom-start"
      width={320}
      button={
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={`What ${title} counts`}>
          <IconInfoCircle size={15} aria-hidden />
        </ActionIcon>
      }
    >
      {() => (
        <>
          <Text size="sm">{meaning}</Text>
          <Text size="sm" mt="xs">
            <Link href={`/docs/metrics#${metric}`} prefetch={false} className={classes.link}>
              All definitions
            </Link>
          </Text>
        </>
      )}
    </PopoverButton>
  );
}
