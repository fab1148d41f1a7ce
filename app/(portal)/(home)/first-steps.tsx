'use client';

import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Panel } from '@/components/detail/panel.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import type { HomeFigures } from '@/server/contract/portal/metrics.ts';
import classes from './home.module.css';

type Setup = HomeFigures['setup'];

/** The steps without which nothing can be sold. */
const needed: (keyof Setup)[] = ['plan', 'demarcationPoint', 'subscriber', 'subscription'];

const steps: { done: keyof Setup; title: string; why: string; href: string }[] = [
  { done: 'plan', title: 'Add a plan', why: 'What customers buy: a speed and a price.', href: '/plans/new' },
  {
    done: 'demarcationPoint',
    title: 'Add a demarcation point',
    why: 'Where your network ends at a customer: a cabinet or a mast.',
    href: '/demarcation-points/new',
  },
  { done: 'subscriber', title: 'Add a subscriber', why: 'Your first customer.', href: '/subscribers/new' },
  {
    done: 'subscription',
    title: 'Add a subscription',
    why: 'A subscriber on a plan. The first payment starts service.',
    href: '/subscriptions/new',
  },
  {
    done: 'webhook',
    title: 'Add a webhook',
    why: 'Sends every change to your own systems.',
    href: '/developers/webhooks/new',
  },
];

/** Whether a provider has done all that it needs to sell. A webhook is advice. */
export function isSetUp(setup: Setup): boolean {
  return needed.every((done) => setup[done]);
}

/** What a new provider does first, each step with its state. */
export function FirstSteps({ setup }: { setup: Setup }) {
  return (
    <Panel title="First steps">
      <ol className={classes.steps}>
        {steps.map(({ done, title, why, href }) => {
          const Icon = setup[done] ? IconCircleCheckFilled : IconCircle;
          return (
            <li key={done} data-done={setup[done]}>
              <Icon size={20} role="img" aria-label={setup[done] ? 'Done' : 'To do'} />
              <span>
                {setup[done] ? title : <TextLink href={href}>{title}</TextLink>}
                <span className={classes.why}>{why}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
