import { desc, eq } from 'drizzle-orm';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { finishJob } from '../domain/job/finish.ts';
import { checkImport, createImport, startImport } from '../domain/job/import.ts';
import type { WriteScope } from '../work/scope.ts';

const columns = ['ID', 'Login', 'Name', 'Email', 'Phone', 'Street 1', 'City', 'Billing type'];

const customers = [
  [
    '901',
    'wambui',
    'Wambui Kariuki',
    'wambui.kariuki@example.org',
    '0110 900 101',
    'Ngong Road 14',
    'Nairobi',
  ],
  ['902', 'otieno', 'Brian Otieno', 'brian.otieno@example.org', '0110 900 102', 'Ngong Road 16', 'Nairobi'],
  ['903', 'njoroge', 'Njoroge', 'njoroge@example.org', '0110 900 103', 'Ngong Road 18', 'Nairobi'],
  [
    '904',
    'chebet',
    'Faith Chebet',
    'faith.chebet(at)example.org',
    '0110 900 104',
    'Ngong Road 20',
    'Nairobi',
  ],
  ['905', 'kamau', 'Peter Kamau', 'peter.kamau@example.org', '12', 'Ngong Road 22', 'Nairobi'],
  ['906', 'aisha', 'Aisha Abdi', 'aisha.abdi@example.org', '0110 900 106', 'Ngong Road 24', 'Nairobi'],
];

/** The customers as a file, for an import by hand. Their ids are other ones, so that those without a mistake are created. */
export function sampleCsv(): string {
  const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = customers.map(([id, login, name, email = '', phone = '', ...rest]) => [
    ...[`8${id}`, `${login}-2`, ...[name ?? '', `second.${email}`, phone.replace('0110 900', '0110 901')]],
    ...rest,
  ]);
  return [columns, ...rows].map((cells) => `${cells.map((each) => cell(each)).join(',')}\r\n`).join('');
}

/**
 * Starts an import of customers, of whom one exists already and three have mistakes. The jobs of the process run its rows.
 * @param scope of the owner
 */
export async function importCustomers(scope: WriteScope): Promise<void> {
  const [known] = await scope.db
    .select({ name: subscriber.firstName, email: subscriber.email, phone: subscriber.phone })
    .from(subscriber)
    .where(eq(subscriber.providerId, scope.providerId))
    .orderBy(desc(subscriber.id))
    .limit(1);
  const rows = [
    ...customers,
    ['900', 'known', `${known?.name} Known`, known?.email ?? '', known?.phone ?? ''],
  ].map(
    (cells) =>
      Object.fromEntries(columns.flatMap((column, i) => (cells[i] ? [[column, cells[i]]] : []))) as Record<
        string,
        string
      >,
  );
  const { id, source } = await createImport(scope, {
    ...{ type: 'subscribers', fileName: 'splynx-customers-ngong.csv', columns, rows },
  });
  const { mapping } = source as { mapping: Record<string, string> };
  await checkImport(scope, { id, mapping, defaults: { country: 'KE' } });
  await finishJob(scope, id);
  await startImport(scope, { id });
}
