import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { invoiceFacts } from '../../test/fixtures/invoice-facts.ts';
import { pdfText } from '../../test/fixtures/pdf-text.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { renderDocument } from './render-document.ts';

test('a thread renders the bytes that the sources render', async () => {
  const facts = invoiceFacts({ customer: { ...invoiceFacts().customer, name: 'محمد علي 北京' } });
  expect((await renderDocument('prv_1', facts)).equals(await invoicePdf(facts))).toBe(true);
});

test('each of many requests gets its own document', async () => {
  const numbers = Array.from({ length: 12 }, (_, i) => `INV-${String(i).padStart(6, '0')}`);
  const pdfs = await Promise.all(numbers.map((number) => renderDocument('prv_1', invoiceFacts({ number }))));
  for (const [i, pdf] of pdfs.entries()) expect(pdfText(pdf)).toContain(numbers[i]);
});

test('a document that cannot be rendered fails alone', async () => {
  const broken = invoiceFacts({ currency: 'not a currency' });
  const [failed, fine] = await Promise.allSettled([
    renderDocument('prv_1', broken),
    renderDocument('prv_1', invoiceFacts()),
  ]);
  expect([failed.status, fine.status]).toEqual(['rejected', 'fulfilled']);
});

test('rendering is not work of the thread that answers requests', async () => {
  await renderDocument('prv_1', invoiceFacts());
  const before = performance.eventLoopUtilization();
  const used = process.cpuUsage();
  await Promise.all(Array.from({ length: 10 }, () => renderDocument('prv_1', invoiceFacts())));
  const { active } = performance.eventLoopUtilization(before);
  expect(active * 2).toBeLessThan(process.cpuUsage(used).user / 1000);
});
