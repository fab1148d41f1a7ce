import Link from 'next/link';
import { curlCommand } from '@/components/forms/curl-command.ts';
import { codes } from '@/server/contract/codes.ts';
import { successBody } from '@/server/contract/envelope.ts';
import { eventTypes } from '@/server/contract/event-catalogue.ts';
import { newPlan } from '@/server/contract/examples/customers.ts';
import { schemaExamples } from '@/server/contract/examples/schemas.ts';
import { env } from '@/server/env.ts';
import classes from './docs.module.css';
import { guide, guideNames } from './documents.ts';
import { Example, laidOut } from './example.tsx';
import { documentedMachines } from './machines.ts';
import { API_REFERENCE } from './pages.ts';
import { Prose } from './prose.tsx';

const caller = { origin: env.PUBLIC_URL, secret: '$DEMARC_ACCESS_SECRET' };
const correlationId = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';
const idempotencyKey = '0d7e3c1a-93b4-4c55-8a0e-5b1f6d2c7e90';

const reference = [
  {
    href: API_REFERENCE,
    title: 'API reference',
    about: 'Every operation with its fields, answers and errors. Try it with the key of your sandbox.',
  },
  {
    href: '/docs/states',
    title: 'States',
    about: `The ${documentedMachines.length} state machines: each move, when it is made and its event.`,
  },
  {
    href: '/docs/events',
    title: 'Events',
    about: `The ${eventTypes.length} types of event, and the envelope they all have.`,
  },
  {
    href: '/docs/errors',
    title: 'Errors',
    about: `How a refusal looks, cause and remedy of every error, and the ${Object.keys(codes).length} codes of rejection reasons.`,
  },
  {
    href: '/docs/contract',
    title: 'The contract',
    about: 'The rules that you can rely on: names, statuses, texts, events, retries and limits.',
  },
  {
    href: '/docs/metrics',
    title: 'Figures',
    about: 'What each figure of the portal’s home page counts: MRR, churn, collected and the others.',
  },
  {
    href: '/docs/glossary',
    title: 'Glossary',
    about: 'The terms of Demarc, and what Stripe, Lago and Splynx call the same thing.',
  },
  {
    href: '/v1/openapi.json',
    title: 'OpenAPI document',
    about: 'The API as an OpenAPI 3.1 document, for generators of clients and other tools.',
  },
  {
    href: '/docs/postman.json',
    title: 'Postman collection',
    about: 'Every operation with its example, made from the OpenAPI document. Set two variables and send.',
  },
  {
    href: '/docs/changelog',
    title: 'Changelog',
    about: 'What changed in the API for programs that use it.',
  },
];

type Card = (typeof reference)[number];

export default function DocsPage() {
  return (
    <>
      <h1>Documentation</h1>
      <p className={classes.lead}>
        Demarc manages the subscribers, plans, subscriptions, invoices and payments of an internet provider.
        The REST API under <code>/v1</code> covers all of it.
      </p>
      <h2 id="guides">Guides</h2>
      <Cards cards={guideNames.map(guide).map(({ path, title, about }) => ({ href: path, title, about }))} />
      <h2 id="reference">Reference</h2>
      <Cards cards={reference} />

      <h2 id="first-call">A first call</h2>
      <p>
        Every call carries two headers, <code>X-Access-Id</code> and <code>X-Access-Secret</code>. They belong
        to one partner account and give access to its data only. Put both into the environment and read your
        account:
      </p>
      <Example label="Request">{curlCommand({ method: 'GET', path: '/v1/provider' }, caller)}</Example>
      <Example label="Answer">{laidOut(successBody(schemaExamples.Provider, correlationId))}</Example>
      <p>
        A write takes an <code>Idempotency-Key</code>. The same request with the same key gets the first
        answer again and changes nothing, so it is safe to repeat after a timeout. Use a new key for each new
        request. With <code>Dry-Run: true</code> the call runs in full and is rolled back: the answer shows
        what would happen, and <code>meta.dryRun</code> lists the events.
      </p>
      <Example label="Create a plan">
        {curlCommand({ method: 'POST', path: '/v1/plans', body: newPlan }, { ...caller, idempotencyKey })}
      </Example>
      <p>
        Every answer is one JSON object. If <code>success</code> is true, <code>data</code> holds the resource
        or the list, and <code>meta</code> the paging of a list. If it is false, see{' '}
        <Link href="/docs/errors" prefetch={false}>
          Errors
        </Link>
        . The <code>correlationId</code> is also in the header <code>x-correlation-id</code> and in every
        event of the call. Quote it when you ask for help.
      </p>
    </>
  );
}

function Cards({ cards }: { cards: Card[] }) {
  return (
    <ul className={classes.cards}>
      {cards.map(({ href, title, about }) => (
        <li key={href}>
          {href.startsWith('/docs/') && href !== API_REFERENCE && !href.endsWith('.json') ? (
            <Link href={href} prefetch={false}>
              {title}
            </Link>
          ) : (
            <a href={href}>{title}</a>
          )}
          <p>
            <Prose>{about}</Prose>
          </p>
        </li>
      ))}
    </ul>
  );
}
