import { resolve } from 'node:path';
import { z } from 'zod';
import { isEmail } from './contract/email-address.ts';
import { type Network, parseNetwork } from './networks.ts';

/** One variable: its schema, and its description in `.env.example`. */
export type Variable<T extends z.ZodType = z.ZodType> = {
  schema: T;
  /** The value as written in a shell; empty when the variable is unset by default. */
  default: string;
  description: string;
  /** Whether the value is a credential, which NAME_FILE can read from a file. */
  isCredential?: true;
};

function variable<T extends z.ZodType>(fallback: string, description: string, schema: T): Variable<T> {
  return { schema, default: fallback, description };
}

/** A variable with a credential. It has no default. */
function credential<T extends z.ZodType>(description: string, schema: T): Variable<T> {
  return { ...variable('', description, schema), isCredential: true };
}

const text = z.string().optional();
const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const baseUrl = httpUrl.transform((value) => value.replace(/\/+$/, ''));

function whole(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,10}$/, { error })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

function urlOf(...schemes: string[]) {
  const error = `must be an address with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`;
  return z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), {
      error,
    })
    .optional();
}

const secretsKey = z
  .string()
  .refine((value) => /^[A-Za-z0-9+/]{43}=$/.test(value), { error: 'must be 32 bytes in base64' })
  .optional();

const hostList = z.string().transform((value) =>
  value
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== ''),
);

const networkList = z.string().transform((value, ctx): readonly Network[] => {
  const parsed = value.split(',').map((entry) => (entry.trim() === '' ? [] : [parseNetwork(entry.trim())]));
  const networks = parsed.flat().filter((network) => network !== null);
  if (networks.length < parsed.flat().length) {
    ctx.addIssue({
      code: 'custom',
      message: 'must be a comma list of addresses and networks, such as 10.0.0.0/8,2001:db8::/32',
    });
  }
  return networks;
});

/** Schemas whose default is the empty string. Any other empty value counts as unset. */
export const lists: ReadonlySet<z.ZodType> = new Set<z.ZodType>([hostList, networkList]);

const ratePerSecond = whole(0, 1_000_000);

const share = z
  .string()
  .regex(/^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?|\.\d{1,6})$/, { error: 'must be a number from 0 to 1' })
  .transform(Number);

/** A hundred years. */
const MAX_DAYS = 36_500;

/** How long rows are kept, in days of real time. */
function retention(min: number) {
  const error = `must be 0 (for ever) or a whole number from ${min} to ${MAX_DAYS}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, { error })
    .transform(Number)
    .refine((days) => days === 0 || (days >= min && days <= MAX_DAYS), { error });
}

/** Every environment variable that Demarc reads. A test compares names and defaults with `.env.example`. */
export const variables = {
  NODE_ENV: variable(
    'development',
    'production, development or test. `npm start` sets production.',
    z.enum(['production', 'development', 'test'], { error: 'must be production, development or test' }),
  ),
  PORT: variable('3000', 'The port of the portal and of /v1.', whole(0, 65_535)),
  HOST: variable('127.0.0.1', 'The address to listen on.', z.string().min(1)),
  DEMARC_ROLE: variable(
    'all',
    'What this process does: web (portal and API), jobs (due work, no requests) or all.',
    z.enum(['all', 'web', 'jobs'], { error: 'must be all, web or jobs' }),
  ),
  DATA_DIR: variable(
    '.data',
    'The folder of the embedded database and of generated keys.',
    z.string().transform((path) => resolve(path)),
  ),
  BACKUP_DIR: variable(
    '',
    'The folder of the backups, whose age `npm run doctor` and the metrics watch.',
    z
      .string()
      .transform((path) => resolve(path))
      .optional(),
  ),
  DATABASE_URL: credential(
    'A PostgreSQL to use instead of the embedded one.',
    urlOf('postgres', 'postgresql'),
  ),
  DATABASE_REPLICA_URL: credential(
    'A replica of that PostgreSQL, for figures, exports and logs; while it is away or 10 s behind, DATABASE_URL answers.',
    urlOf('postgres', 'postgresql'),
  ),
  DATABASE_CONNECTIONS: variable(
    '10',
    'Connections of this process for requests, which is how many it works on at a time; it has as many for jobs.',
    whole(2, 1_000),
  ),
  MIGRATE: variable(
    '1',
    'Whether a start migrates the database; 0 where `npm run migrate` does before a rollout.',
    flag,
  ),
  DRAIN_SECONDS: variable(
    '0',
    'Seconds after SIGTERM in which requests are still taken, 0 to 5, while /readyz is 503 already: as long as a proxy needs to notice.',
    whole(0, 5),
  ),
  PUBLIC_URL: variable('', 'The public address of Demarc; unset, http://HOST:PORT.', baseUrl.optional()),
  HSTS: variable(
    'host',
    'With an https PUBLIC_URL, where browsers require https for a year: host, subdomains (of that host too) or preload (also in the list that browsers ship).',
    z.enum(['host', 'subdomains', 'preload'], { error: 'must be host, subdomains or preload' }),
  ),
  TRUSTED_PROXIES: variable(
    '',
    'Comma list of the networks (CIDR) of reverse proxies whose X-Forwarded-For is trusted; unset, none.',
    networkList,
  ),
  SECRETS_KEY: credential(
    '32 bytes in base64; encrypts stored secrets. Required with DATABASE_URL; otherwise generated and stored in DATA_DIR.',
    secretsKey,
  ),
  SECRETS_KEY_PREVIOUS: credential(
    'The key before SECRETS_KEY, until `npm run secrets:rotate` has encrypted everything again.',
    secretsKey,
  ),
  DEMO: variable(
    '',
    'Whether the first start creates the demo partner: 1 or 0; unset, only with the embedded database.',
    flag.optional(),
  ),
  WEBHOOK_ALLOWED_HOSTS: variable(
    '',
    'Comma list of hosts that sandbox webhooks may reach although they resolve to private addresses.',
    hostList,
  ),
  NAS_ALLOWED_NETWORKS: variable(
    '',
    'Comma list of networks (CIDR) whose addresses a network server may have although they are loopback, link-local or the like; for tests and labs.',
    networkList,
  ),
  RATE_LIMIT_LIVE: variable('100', 'Requests a second for each live account; 0: no limit.', ratePerSecond),
  RATE_LIMIT_SANDBOX: variable(
    '25',
    'Requests a second for each sandbox account; 0: no limit.',
    ratePerSecond,
  ),
  RATE_LIMIT_INBOUND: variable(
    '50',
    'Inbound webhooks a second for each integration; 0: no limit.',
    ratePerSecond,
  ),
  RATE_LIMIT_AUTH: variable(
    '60',
    'Failed authentications a minute for each source address; 0: no limit.',
    ratePerSecond,
  ),
  REDIS_URL: credential('Shares the rate limits between several replicas.', urlOf('redis', 'rediss')),
  INNGEST_BASE_URL: variable(
    '',
    'A self-hosted Inngest server. With none of INNGEST_* set, jobs run in-process.',
    httpUrl.optional(),
  ),
  INNGEST_EVENT_KEY: credential('The key for sending events to Inngest.', text),
  INNGEST_SIGNING_KEY: credential('The key with which Inngest signs its calls.', text),
  INNGEST_DEV: variable(
    '',
    '1, or the address of an Inngest dev server. Refused in production.',
    z.union([z.literal('1'), httpUrl], { error: 'must be 1 or an http address' }).optional(),
  ),
  BILLING_LANES: variable(
    '',
    'Concurrent billing runs of one provider, 1 to 8, the same in all replicas; unset, one a core, at most 4.',
    whole(1, 8).optional(),
  ),
  STRIPE_SECRET_KEY: credential(
    'Enables the Stripe payment rail: sk_test_… for sandbox accounts, sk_live_… for live ones.',
    text,
  ),
  STRIPE_WEBHOOK_SECRET: credential(
    'whsec_…, verifies what Stripe sends to PUBLIC_URL/api/stripe/webhook. Required with STRIPE_SECRET_KEY.',
    text,
  ),
  STRIPE_API_BASE: variable(
    '',
    "The address of Stripe's API, for tests with a fake; unset, Stripe's own.",
    httpUrl.optional(),
  ),
  MPESA_API_BASE: variable(
    '',
    "The address of M-Pesa's API (Daraja), for tests with a fake; unset, Safaricom's own for live and sandbox accounts.",
    baseUrl.optional(),
  ),
  PAYSTACK_API_BASE: variable(
    '',
    "The address of Paystack's API, for tests with a fake; unset, Paystack's own.",
    baseUrl.optional(),
  ),
  AFRICASTALKING_API_BASE: variable(
    '',
    "The address of Africa's Talking's API, for tests with a fake; unset, its own for live and sandbox users.",
    baseUrl.optional(),
  ),
  TWILIO_API_BASE: variable(
    '',
    "The address of Twilio's API, for tests with a fake; unset, Twilio's own.",
    baseUrl.optional(),
  ),
  MPESA_CALLBACK_NETWORKS: variable(
    '',
    'Comma list of the networks (CIDR) from which reports of M-Pesa are accepted; unset, from anywhere.',
    networkList,
  ),
  SMTP_URL: credential(
    'The mail server, for instance smtp://user:password@mail.example:587, with STARTTLS unless the host is loopback; unset, emails are kept in the portal and not sent.',
    urlOf('smtp', 'smtps'),
  ),
  MAIL_FROM: variable(
    '',
    'The sender address of emails, under the name of each provider; unset, no-reply@ the host of PUBLIC_URL.',
    z
      .string()
      .refine((address) => isEmail(address.toLowerCase()), { error: 'must be an email address' })
      .optional(),
  ),
  RETENTION_EVENTS_DAYS: variable(
    '760',
    'Days for which events and their deliveries are kept, at least 90; 0: for ever.',
    retention(90),
  ),
  RETENTION_ATTEMPTS_DAYS: variable(
    '30',
    'Days for which the attempts of deliveries are kept, at least 30; 0: for ever.',
    retention(30),
  ),
  RETENTION_REQUESTS_DAYS: variable(
    '30',
    'Days for which the request log is kept, at least 30; 0: for ever.',
    retention(30),
  ),
  RETENTION_SIGN_INS_DAYS: variable(
    '30',
    'Days for which RADIUS sign-ins (radpostauth) are kept; 0: for ever.',
    retention(1),
  ),
  RETENTION_ACCOUNTING_DAYS: variable(
    '0',
    'Days for which ended network sessions and their RADIUS accounting are kept, at least 95; 0: for ever.',
    retention(95),
  ),
  RETENTION_AUDIT_DAYS: variable(
    '0',
    'Days for which audit entries are kept, at least 365; 0: for ever.',
    retention(365),
  ),
  METRICS_TOKEN: credential(
    'Required by GET /metrics (Authorization: Bearer TOKEN); unset, /metrics answers this machine only.',
    text,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    '',
    'Exports traces to this OpenTelemetry collector (OTLP over HTTP, usually port 4318); unset, none are recorded.',
    httpUrl.optional(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: credential(
    'Headers for the collector, such as authorization=Bearer%20TOKEN, separated by commas.',
    text,
  ),
  OTEL_SERVICE_NAME: variable('demarc', 'The name of this service in traces.', z.string().min(1)),
  OTEL_TRACES_SAMPLER_ARG: variable('1', 'The share of the traces that are recorded, 0 to 1.', share),
  LOG_LEVEL: variable(
    'info',
    'trace, debug, info, warn, error, fatal or silent.',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    }),
  ),
} satisfies Record<string, Variable>;
