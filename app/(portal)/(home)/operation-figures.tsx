'use client';

import { humanize } from '@/components/format/status-badge.tsx';
import { installationStatuses } from '@/server/contract/enums.ts';
import type { HomeFigures } from '@/server/contract/portal/metrics.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { CountLink, Figure } from './figure.tsx';
import classes from './home.module.css';
import { countText } from './labels.ts';
import { hrefOf } from './links.ts';

/** The figures that have no currency: customers, the network, visits, and what fails. */
export function OperationFigures({ figures }: { figures: HomeFigures }) {
  const { subscribers, network, installations, webhooks, integrations } = figures;
  const counts = new Map(installations.map(({ status, count }) => [status, count]));
  const all = installations.reduce((total, { count }) => total + count, 0);
  return (
    <section aria-label="Operations">
      <h2 className={classes.heading}>Operations</h2>
      <div className={classes.grid} data-columns={3}>
        <Figure metric="subscribers" value={countText(subscribers.active)} href={hrefOf.subscribers}>
          active, with and without a service
        </Figure>
        <Figure metric="online" value={countText(network.online)} href={hrefOf.online} />
        <Figure metric="traffic" value={bytesOf(network.download + network.upload)}>
          {bytesOf(network.download)} down · {bytesOf(network.upload)} up
        </Figure>
        <Figure metric="installations" value={countText(all)} href={hrefOf.installations()}>
          {installationStatuses
            .filter((status) => counts.has(status))
            .map((status, i) => (
              <span key={status}>
                {i > 0 && ' · '}
                <CountLink href={hrefOf.installations(status)}>
                  {countText(counts.get(status) ?? 0)} {humanize(status).toLowerCase()}
                </CountLink>
              </span>
            ))}
        </Figure>
        <Failing metric="webhooks" {...webhooks} href={hrefOf.webhooks} />
        <Failing metric="integrations" {...integrations} href={hrefOf.integrations} />
      </div>
    </section>
  );
}

type FailingProps = {
  metric: 'webhooks' | 'integrations';
  failing: number;
  total: number;
  href: string;
};

function Failing({ metric, failing, total, href }: FailingProps) {
  return (
    <Figure metric={metric} value={countText(failing)} href={href} tone={failing > 0 ? 'red' : undefined}>
      of {countText(total)}
    </Figure>
  );
}
