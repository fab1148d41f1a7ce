import type { ChildProcess } from 'node:child_process';
import { longestOf, type Stall } from './measure-stalls.ts';
import { type Ids, page, rest, type Target, type Wire } from './stall-target.ts';

type Random = (below: number) => number;

/** Numbers that a seed gives (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const pieces = [
  '\t',
  ' ',
  ',',
  ';',
  '=',
  '"',
  '\\',
  '/',
  '.',
  '-',
  '+',
  '@',
  '%',
  '0',
  'a',
  'É',
  '\u0301',
  '\u200b',
  '\u3164',
  '😀',
  '\r\n',
  '[',
  '{',
  '(',
];

/** What a fuzz tries: a place, the pieces of a text, how long it is, and how often it stands there. */
type Gene = { place: number; pieces: number[]; length: number; times: number; key: boolean };

const bodies = [
  '/v1/subscribers',
  '/v1/plans',
  '/v1/webhooks',
  '/v1/integrations',
  '/v1/subscriptions',
  '/v1/payments',
  '/v1/demarcation-points',
];
const fields = [
  'firstName',
  'email',
  'phone',
  'planName',
  'priceAmount',
  'url',
  'events',
  'name',
  'metadata',
  'street',
  'expiresAt',
  'note',
];
const calls = [
  'job.check',
  'job.createBulk',
  'note.create',
  'tag.set',
  'savedView.save',
  'team.invite',
  'plan.create',
  'provider.update',
  'networkServer.create',
];
const MAX_BODY = 1_000_000;
const MAX_QUERY = 13_000;

function textOf({ pieces: chosen, length }: Gene, most: number): string {
  const unit = chosen.map((i) => pieces[i % pieces.length]).join('');
  return `x${unit.repeat(Math.ceil(Math.min(length, most) / unit.length))}x`;
}

function fieldOf(gene: Gene, most: number): unknown {
  const text = textOf(gene, most / gene.times);
  if (gene.times === 1) return text;
  return gene.key
    ? Object.fromEntries(
        Array.from({ length: gene.times }, (_, i) => [`${i}${text.slice(0, 60)}`, text.slice(0, 20)]),
      )
    : Array.from({ length: gene.times }, () => text);
}

/** A request of each class of routes with the text of a gene in it. */
function wireOf(t: Target, ids: Ids, gene: Gene): Wire {
  const within = (paths: string[]) => paths[gene.place % paths.length] ?? '';
  const body = () => ({
    [within(fields)]: fieldOf(gene, MAX_BODY / 8),
    id: ids.job,
    subscriberId: ids.subscriber,
  });
  const query = encodeURIComponent(textOf(gene, MAX_QUERY)).slice(0, MAX_QUERY);
  const kinds: (() => Wire)[] = [
    () => rest(t, 'POST', within(bodies), body()),
    () => rest(t, 'PATCH', `/v1/subscriptions/${ids.subscription}`, body()),
    () => page(t, 'POST', `/api/trpc/${within(calls)}`, JSON.stringify(body())),
    () =>
      rest(t, 'POST', `/v1/integrations/${ids.native}/webhooks`, { event: 'customer.updated', data: body() }),
    () => ({
      ...{ method: 'POST', path: `/hooks/splynx/${ids.splynx}`, headers: {} },
      body: JSON.stringify({ type: 'event', call: 'customer/edit', data: { attributes: body() } }),
    }),
    () => ({
      method: 'POST',
      path: `/hooks/splynx/${ids.splynx}`,
      headers: {},
      body: textOf(gene, MAX_BODY / 8),
    }),
    () => page(t, 'POST', '/api/imports/subscribers?name=a.csv', textOf(gene, MAX_BODY), 'text/csv'),
    () => rest(t, 'GET', `${within(bodies)}?q=${query}`),
    () => page(t, 'GET', `/api/export/subscribers?q=${query}`),
    () =>
      page(
        t,
        'POST',
        '/api/auth/sign-in/email',
        JSON.stringify({ email: textOf(gene, 900), password: textOf(gene, 6_000) }),
      ),
    () => rest(t, 'GET', `/v1/${query.slice(0, MAX_QUERY)}`),
  ];
  return (kinds[Math.floor(gene.place / 97) % kinds.length] as () => Wire)();
}

function geneOf(random: Random): Gene {
  return {
    place: random(97 * 97),
    pieces: Array.from({ length: 1 + random(4) }, () => random(pieces.length)),
    length: 10 ** (1 + random(6)),
    times: random(3) === 0 ? 10 ** random(5) : 1,
    key: random(2) === 0,
  };
}

function changed(gene: Gene, random: Random): Gene {
  const other = geneOf(random);
  const fresh = (['place', 'pieces', 'length', 'times', 'key'] as const)[random(5)] ?? 'length';
  return { ...gene, [fresh]: other[fresh] };
}

/** Genes that are kept from round to round: those with the longest stalls. */
const KEPT = 12;

/** Searches requests with long stalls: half of them are new, half are changes of the worst so far. The longest comes first. */
export async function fuzz(
  server: ChildProcess,
  target: Target,
  ids: Ids,
  { rounds, seed, mostMs }: { rounds: number; seed: number; mostMs: number },
): Promise<Stall[]> {
  const random = randomOf(seed);
  let worst: { gene: Gene; stall: Stall }[] = [];
  for (let i = 0; i < rounds; i++) {
    const parent = worst[random(KEPT)]?.gene;
    const gene = parent && random(2) === 0 ? changed(parent, random) : geneOf(random);
    const wire = wireOf(target, ids, gene);
    const name = `${wire.method} ${wire.path.slice(0, 50)} ${JSON.stringify({ ...gene, pieces: gene.pieces.map((n) => pieces[n]) })}`;
    const [stall] = await longestOf(server, target, [{ name, requests: [wire] }], mostMs);
    if (stall)
      worst = [...worst, { gene, stall }]
        .toSorted((one, other) => other.stall.ms - one.stall.ms)
        .slice(0, KEPT);
  }
  return worst.map(({ stall }) => stall);
}
