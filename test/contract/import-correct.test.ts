import { expect, test } from 'vitest';
import { bodies, dataOf } from './helpers.ts';
import { useImports } from './import-helpers.ts';

const { staff, partner, draft, run, member } = useImports();

let made = 0;
const email = () => `correct${Date.now()}x${++made}@example.com`;
const phone = () => `+2547${String(Date.now()).slice(-6)}${String(++made).padStart(2, '0')}`;

type Row = { position: number; outcome: string; reasons: { field: string; message: string }[]; name: string };

const file = (...rows: string[][]) =>
  ['First name,Last name,Email,Phone', ...rows.map((cells) => cells.join(','))].join('\n');

async function checked(...rows: string[][]) {
  const { id, source } = await draft('subscribers', file(...rows));
  await staff().ok('job.check', { id, mapping: source.mapping });
  await run();
  return id as string;
}
const rowsOf = async (id: string): Promise<Row[]> => (await staff().ok('job.rows', { id })).data;
const outcomes = async (id: string) => (await rowsOf(id)).map(({ outcome }) => outcome);
const correct = (id: string, rows?: { position: number; cells: Record<string, string> }[]) =>
  staff().call('job.correct', { id, ...(rows && { rows }) });

test('a refused row of a check is corrected in place, and checked again with the rows behind it', async () => {
  const shared = email();
  const id = await checked(
    ['Ann', 'Lee', email(), phone()],
    ['Ben', 'Lee', 'no email', phone()],
    ['Cay', 'Lee', shared, phone()],
  );
  expect(await outcomes(id)).toEqual(['DONE', 'REFUSED', 'DONE']);
  const answer = await correct(id, [{ position: 2, cells: { Email: shared } }]);
  expect(answer.data).toMatchObject({ status: 'CHECKING' });
  await run();
  expect((await staff().ok('job.get', { id })).status).toBe('CHECKED');
  // In the order of the file the corrected row is first.
  expect(await outcomes(id)).toEqual(['DONE', 'DONE', 'REFUSED']);
  await correct(id, [{ position: 3, cells: { Email: email(), 'First name': 'Cayley' } }]);
  await run();
  expect(await outcomes(id)).toEqual(['DONE', 'DONE', 'DONE']);
  await staff().ok('job.start', { id });
  await run();
  expect(await outcomes(id)).toEqual(['DONE', 'DONE', 'DONE']);
  expect((await rowsOf(id))[2]?.name).toBe('Cayley Lee');
  expect(dataOf(await partner().get(`/v1/subscribers?email=${shared}`))).toMatchObject([
    { firstName: 'Ben' },
  ]);
});

test('refused rows of an import are tried again, corrected or as they are; what was created stays', async () => {
  const [taken, free] = [phone(), phone()];
  const other = dataOf(await partner().post('/v1/subscribers', bodies.subscriber({ phone: taken })));
  const kept = email();
  const id = await checked(
    ['Ann', 'Lee', kept, free],
    ['Ben', 'Lee', email(), taken],
    ['Cay', 'Lee', email(), '12'],
  );
  await staff().ok('job.start', { id });
  await run();
  expect(await outcomes(id)).toEqual(['DONE', 'REFUSED', 'REFUSED']);
  const [first] = dataOf(await partner().get(`/v1/subscribers?email=${kept}`));
  await correct(id, [{ position: 3, cells: { Phone: phone() } }]);
  await run();
  expect(await outcomes(id)).toEqual(['DONE', 'REFUSED', 'DONE']);
  // The cause is gone, so the row is tried again without a change.
  dataOf(await partner().patch(`/v1/subscribers/${other.id}`, { phone: phone() }));
  expect((await correct(id)).data).toMatchObject({ status: 'RUNNING', endedAt: null });
  await run();
  const job = await staff().ok('job.get', { id });
  expect(job).toMatchObject({
    status: 'COMPLETED',
    counts: { done: 3, refused: 0 },
    endedAt: expect.any(String),
  });
  expect(dataOf(await partner().get(`/v1/subscribers?email=${kept}`))).toEqual([first]);
});

test('is refused for other columns, rows that are not refused, jobs at work and other roles', async () => {
  const id = await checked(['Ann', 'Lee', email(), phone()], ['Ben', 'Lee', 'no email', phone()]);
  const before = await rowsOf(id);
  const unknown = await correct(id, [{ position: 2, cells: { 'E-mail': email() } }]);
  expect(unknown.status).toBe(400);
  expect(unknown.error.rejectionReasons).toMatchObject([
    { field: 'rows.0.cells.E-mail', code: 'NOT_ALLOWED' },
  ]);
  const accepted = await correct(id, [
    { position: 2, cells: { Email: email() } },
    { position: 1, cells: { Email: email() } },
  ]);
  expect(accepted.status).toBe(400);
  expect(accepted.error.rejectionReasons).toMatchObject([
    { field: 'rows.1.position', code: 'INVALID_VALUE' },
  ]);
  const viewer = await member(staff(), 'viewer');
  expect((await viewer.call('job.correct', { id })).status).toBe(403);
  expect(await rowsOf(id)).toEqual(before);
  await staff().ok('job.start', { id });
  expect((await correct(id)).status).toBe(409);
  await run();
  const clean = await checked(['Dee', 'Lee', email(), phone()]);
  expect((await correct(clean)).status).toBe(409);
  expect((await staff().ok('job.get', { id: clean })).status).toBe('CHECKED');
});
