import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { activeSubscription, dataOf } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

const none = createLimiter({ name: 'none', perMinute: 0 });
const pages = createCustomerPages({ page: none, failed: none });
const {
  api,
  owner: newOwner,
  member,
} = usePortal({
  '/c/': (req: IncomingMessage, res: ServerResponse) => pages(req, res),
});

let owner: Awaited<ReturnType<typeof newOwner>>;
let partner: typeof owner.partner;
beforeAll(async () => {
  owner = await newOwner();
  partner = owner.partner;
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } });
const secret = 'Photographed at 14 Riverside Drive';
const set = (file: Buffer) => owner.call('organisation.setLogo', { image: file.toString('base64') });
const pngOf = (url: string) => Buffer.from(url.replace('data:image/png;base64,', ''), 'base64');

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

/** A PNG with one bit for each pixel, which compresses to almost nothing. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * 100));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each([
  [
    'PNG',
    () =>
      picture(2_000, 500)
        .withMetadata({ exif: { IFD0: { Copyright: secret } } })
        .png()
        .toBuffer(),
  ],
  [
    'JPEG',
    () =>
      picture(600, 900)
        .withMetadata({ exif: { IFD0: { Copyright: secret } } })
        .jpeg()
        .toBuffer(),
  ],
])(
  'a %s is encoded again, in the size that is shown and without what else is in the file',
  async (_, make) => {
    const file = await make();
    expect(file.includes(secret)).toBe(true);
    const made = await owner.ok('organisation.setLogo', { image: file.toString('base64') });
    const png = pngOf(made.url);
    const { width = 0, height = 0, format } = await sharp(png).metadata();
    expect(format).toBe('png');
    expect([made.width, made.height]).toEqual([width, height]);
    expect(width <= 480 && height <= 160 && (width === 480 || height === 160)).toBe(true);
    expect(png.includes(secret)).toBe(false);
  },
);

test('it is on the invoice PDF and on the page of a customer, by an address with its version, until it is removed', async () => {
  const { payment, subscriber } = await activeSubscription(partner);
  const { url } = dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/page-link`));
  const path = new URL(url).pathname;
  const pdf = async () => (await partner.get(`/v1/invoices/${payment.invoiceId}/pdf`)).bytes;
  const page = async () => (await fetch(api.base + path)).text();
  await owner.ok('organisation.removeLogo', {});
  expect((await pdf()).includes('/Subtype /Image')).toBe(false);
  expect(await page()).not.toContain('<img');
  expect((await fetch(`${api.base}${path}/logo`)).status).toBe(404);
  const made = await owner.ok('organisation.setLogo', {
    image: (await picture(300, 100).png().toBuffer()).toString('base64'),
  });
  expect((await pdf()).includes('/Subtype /Image')).toBe(true);
  const [, src = ''] = /<img src="([^"]+)"/.exec(await page()) ?? [];
  const shown = await fetch(api.base + src);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringContaining('private'),
    'x-robots-tag': 'noindex',
  });
  expect(Buffer.from(await shown.arrayBuffer()).equals(pngOf(made.url))).toBe(true);
  expect((await owner.ok('organisation.removeLogo', {})).url).toBeNull();
  expect(await page()).not.toContain('<img');
});

test.each([
  ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a GIF', () => picture(9, 9).gif().toBuffer()],
  ['a WebP', () => picture(9, 9).webp().toBuffer()],
  ['a PNG that is cut', async () => (await picture(300, 300).png().toBuffer()).subarray(0, 200)],
  ['a JPEG that is cut', async () => (await picture(300, 300).jpeg().toBuffer()).subarray(0, 300)],
  ['a line of 10,001 pixels', () => picture(1, 10_001).png().toBuffer()],
  ['30,000 by 30,000 pixels', async () => bomb(30_000)],
  [
    'more than 512 KB',
    async () => Buffer.concat([await picture(9, 9).png().toBuffer(), Buffer.alloc(512 * 1024)]),
  ],
])('400 for %s', async (_, make) => {
  const { status, error } = await set(await make());
  expect([status, error?.rejectionReasons]).toMatchObject([400, [{ field: 'image' }]]);
});

test('400 for a text that is no base64, and 403 for roles without settings', async () => {
  expect((await owner.call('organisation.setLogo', { image: 'data:image/png;base64,AAAA' })).status).toBe(
    400,
  );
  const image = (await picture(9, 9).png().toBuffer()).toString('base64');
  for (const role of ['billing', 'support', 'viewer'] as const) {
    const staff = await member(owner, role);
    expect([role, (await staff.call('organisation.setLogo', { image })).status]).toEqual([role, 403]);
    expect((await staff.call('organisation.removeLogo', {})).status).toBe(403);
  }
});

test('the page has the colour of the provider, with text that can be read on it; any other text is refused', async () => {
  const { subscriber } = await activeSubscription(partner);
  const { url } = dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/page-link`));
  const page = async () => (await fetch(api.base + new URL(url).pathname)).text();
  await owner.ok('organisation.update', { brandColor: '#ffe600' });
  expect(await page()).toContain('--brand:#ffe600;--on-brand:#111');
  await owner.ok('organisation.update', { brandColor: '#1b3a6b' });
  expect(await page()).toContain('--brand:#1b3a6b;--on-brand:#fff');
  for (const brandColor of ['red', '#12345', '#12345g', '#fff}*{']) {
    expect((await owner.call('organisation.update', { brandColor })).status).toBe(400);
  }
});
