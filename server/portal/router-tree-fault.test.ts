import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createPages } from './pages.ts';
import { routerTreeFault } from './router-tree-fault.ts';

const page = [
  '',
  {
    children: [
      '(portal)',
      {
        children: [
          'subscribers',
          { children: [['id', 'subr_1', 'd', ['new']], { children: ['__PAGE__', {}, null, 'refetch'] }] },
        ],
      },
    ],
  },
  null,
  null,
  16,
];
const nested = (levels: number) => `${'["",{"a":'.repeat(levels)}["",{}]${'}]'.repeat(levels)}`;
const faultOf = (tree: string) => routerTreeFault({ headers: { 'next-router-state-tree': tree } });

test.each([
  ['as browsers send it', encodeURIComponent(JSON.stringify(page))],
  ['not encoded', JSON.stringify(page)],
  ['nested 50 times', nested(50)],
])('a tree of the router %s has no fault', async (_, tree) => {
  expect(await faultOf(tree)).toBe(null);
});

test('a request without a tree has no fault', async () => {
  expect(await routerTreeFault({ headers: {} })).toBe(null);
});

const malformed = [
  ['empty', ''],
  ['no JSON', '%5B%22%22%2C'],
  ['a broken escape', '%E0%A4%A'],
  ['another form', '{"a":1}'],
  ['another kind of segment', '[["id","x","?",null],{}]'],
  ['two trees', `${JSON.stringify(page)}, ${JSON.stringify(page)}`],
  ['nested 100 times', nested(100)],
  ['nested 100 times and encoded', encodeURIComponent(nested(100)).toLowerCase()],
] as const;

test.each(malformed)(
  '400 for a page with a tree of the router that is %s, before the framework reads it',
  async (_, tree) => {
    const pages = createPages(false);
    const server = createServer(pages.answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { rsc: '1', 'next-router-state-tree': tree };
    const answer = await fetch(`http://127.0.0.1:${port}/login`, { headers });
    expect(answer.status).toBe(400);
    server.close();
  },
);
