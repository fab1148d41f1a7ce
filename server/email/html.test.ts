import { expect, test } from 'vitest';
import { renderHtml } from './html.tsx';

test('texts of the provider have their own direction, so that punctuation stays in place', async () => {
  const html = await renderHtml(
    {
      ...{
        subject: 'Invoice',
        preview: '',
        tone: 'plain',
        topic: 'Invoice',
        headline: 'Due',
        paragraphs: [],
      },
      amount: null,
      rows: [['For', 'منزل (20)']],
      next: { title: 'How to pay', lines: ['ادفع المبلغ 15 (البنك)'] },
    },
    {
      name: 'شركة (النور)',
      legalName: null,
      lines: ['شارع ١٥, Cairo'],
      isSandbox: false,
      language: 'en',
      logo: null,
    },
  );
  for (const isolated of ['شركة (النور)', 'منزل (20)', 'شارع ١٥, Cairo']) {
    expect(html).toContain(`<bdi>${isolated}</bdi>`);
  }
  expect(html).toMatch(/<p[^>]*dir="auto"[^>]*>ادفع المبلغ 15 \(البنك\)<\/p>/);
});

test('a logo stands on white, also in a dark client', async () => {
  const html = await renderHtml(
    {
      ...{ subject: 'Invoice', preview: '', tone: 'plain', topic: 'Invoice', headline: 'Due' },
      ...{ paragraphs: [], amount: null, rows: [], next: null },
    },
    {
      ...{ name: 'ISP', legalName: null, lines: [], isSandbox: false, language: 'en' },
      logo: { src: 'cid:logo', width: 440, height: 88 },
    },
  );
  expect(html).toMatch(/<img[^>]*style="[^"]*background-color:\s?#ffffff/);
  expect(html).toMatch(/<img[^>]*width="220"/);
});
