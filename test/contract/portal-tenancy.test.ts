import { beforeAll, describe, expect, test } from 'vitest';
import { staffAuthHandler } from '../../server/auth/staff-handler.ts';
import { createPortalHandler } from '../../server/portal/trpc.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import {
  callAs,
  createOneOfEach,
  digestOfTables,
  type Ids,
  origin,
  type Staff,
  signedInPartner,
  unknownLike,
  withoutTimes,
} from './portal-helpers.ts';
import {
  fieldsOf,
  inputsWithIds,
  inputsWithoutIds,
  known,
  type Procedure,
  portalOnly,
  takesRows,
} from './portal-inputs.ts';

const unlimited = createLimiter({ name: 'portal', ratePerSecond: 0, burst: 0 });
const portal = createPortalHandler([origin], unlimited);
const api = useApi({}, (req, res) =>
  req.url?.startsWith('/api/auth/') ? staffAuthHandler(req, res) : portal(req, res),
);

/** Reads of settings, which each provider has. */
const SETTINGS = [
  'gatewayAccount.list',
  'job.mayImport',
  'messageAccount.list',
  'messageSettings.get',
  'messageSettings.texts',
  'notification.digest',
  'throttleRate.get',
];

let mine: Staff;
let otherStaff: Staff;
let own: Ids;
let otherIds: Ids;
/** Unknown ids of the same form. */
let unknown: Ids;
/** A partner without resources. */
let empty: Staff;
const before = new Map<string, string>();
/** The digests of all tables after the last call. */
let held: Record<string, string>;

beforeAll(async () => {
  mine = await signedInPartner(api);
  own = await createOneOfEach(api, mine, '10.71.0.1');
  for (const [name, input] of Object.entries(inputsWithoutIds)) {
    if (known(name).type === 'query')
      before.set(name, withoutTimes((await callAs(api, mine, known(name), input)).text));
  }
  otherStaff = await signedInPartner(api);
  otherIds = await createOneOfEach(api, otherStaff, '10.71.0.2');
  empty = await signedInPartner(api);
  unknown = unknownLike(otherIds);
  held = await digestOfTables(api);
});

/** A response with each id replaced by its name. */
function withoutIds(text: string, ids: Ids): string {
  return Object.entries(ids).reduce(
    (rest, [kind, id]) => rest.replaceAll(id, `<${kind}>`),
    withoutTimes(text),
  );
}

const correlation = '5f0c4a52-6a3e-4d0b-9a57-0d8f6f1f2b3c';

test('each procedure that only the portal has is covered, with each of its ids', () => {
  for (const procedure of portalOnly) {
    const { name } = procedure;
    expect(
      Object.keys({ ...inputsWithIds, ...inputsWithoutIds }),
      'a procedure of the portal without a row in these tables',
    ).toContain(name);
    const named = inputsWithIds[name]?.(otherIds, own).flatMap((input) => Object.keys(input)) ?? [];
    const left = takesRows(procedure) ? ['taxId', 'id'] : ['taxId'];
    for (const field of fieldsOf(procedure).filter(
      (each) => /^ids?$|[a-z]Ids?$|^username$/.test(each) && !left.includes(each),
    ))
      expect(named, `${name} takes ${field}`).toContain(field);
  }
  for (const name of Object.keys({ ...inputsWithIds, ...inputsWithoutIds })) known(name);
});

const proceduresWithIds = Object.keys(inputsWithIds).map(known);
const title = (procedure: Procedure): [string, Procedure] => [procedure.name, procedure];

describe('ids of another partner have the answer of unknown ids and no effect', () => {
  test.each(proceduresWithIds.map(title))('%s', async (name, procedure) => {
    const inputs = inputsWithIds[name]?.(otherIds, own) ?? [];
    for (const [i, input] of inputs.entries()) {
      const answer = await callAs(api, mine, procedure, input, correlation);
      const expected = await callAs(
        api,
        mine,
        procedure,
        inputsWithIds[name]?.(unknown, own)[i] ?? {},
        correlation,
      );
      expect(answer.status).toBe(expected.status);
      expect(withoutIds(answer.text, otherIds)).toBe(withoutIds(expected.text, unknown));
      if (answer.data?.meta) expect(answer.data).toMatchObject({ data: [], meta: { total: 0 } });
    }
    const was = held;
    held = await digestOfTables(api);
    expect(held).toEqual(was);
  });
});

describe('calls without ids show nothing of other partners', () => {
  const reads = Object.entries(inputsWithoutIds).filter(([name]) => known(name).type === 'query');
  test.each(reads)('%s', async (name, input) => {
    const answer = await callAs(api, mine, known(name), input);
    expect(answer.status).toBe(200);
    expect(withoutTimes(answer.text)).toBe(before.get(name));
  });

  // Otherwise the tests above hold without a condition for the provider.
  test.each(reads.filter(([name]) => !SETTINGS.includes(name)))(
    '%s shows own resources',
    async (name, input) => {
      const answer = await callAs(api, empty, known(name), input);
      expect(withoutTimes(answer.text)).not.toBe(before.get(name));
    },
  );
});

describe('the same ids have another answer for their owner', () => {
  const reads = proceduresWithIds.filter(({ type }) => type === 'query');
  test.each(reads.map(title))('%s', async (name, procedure) => {
    const inputs = inputsWithIds[name]?.(otherIds, otherIds) ?? [];
    for (const [i, input] of inputs.entries()) {
      const answer = await callAs(api, otherStaff, procedure, input, correlation);
      const expected = await callAs(
        api,
        otherStaff,
        procedure,
        inputsWithIds[name]?.(unknown, otherIds)[i] ?? {},
        correlation,
      );
      expect(withoutIds(answer.text, otherIds), JSON.stringify(input)).not.toBe(
        withoutIds(expected.text, unknown),
      );
    }
  });
});

describe('mutations', () => {
  /** All rows of the other partner. */
  async function rowsOfTheirs() {
    const tables = await api.sql`
      select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'provider_id'`;
    const rows: Record<string, unknown> = {
      provider: [...(await api.sql`select * from provider where id = ${otherStaff.providerId}`)],
      organisation: [
        ...(await api.sql`
          select o.* from organisation o join provider p on p.organisation_id = o.id where p.id = ${otherStaff.providerId}`),
      ],
    };
    for (const { name } of tables)
      rows[name] = [
        ...(await api.sql.unsafe(
          `select * from ${name} t where provider_id = '${otherStaff.providerId}' order by t::text`,
        )),
      ];
    return rows;
  }

  const writes = Object.entries(inputsWithoutIds).filter(([name]) => known(name).type === 'mutation');
  test.each(writes)('%s does not change rows of other partners', async (name, input) => {
    const held = await rowsOfTheirs();
    // A sandbox sends no messages.
    const status = name === 'announcement.test' ? 409 : 200;
    expect(await callAs(api, mine, known(name), input)).toMatchObject({ status });
    expect(await rowsOfTheirs()).toEqual(held);
  });

  const changes = proceduresWithIds.filter(({ type }) => type === 'mutation');
  test.each(changes.map(title))('%s succeeds for the owner of the ids', async (name, procedure) => {
    // A sandbox sends no email, so none can be sent again. The checked import has no refused row.
    const status = ['email.resend', 'job.correct'].includes(name) ? 409 : 200;
    for (const input of inputsWithIds[name]?.(otherIds, otherIds) ?? [])
      expect(await callAs(api, otherStaff, procedure, input)).toMatchObject({ status });
  });
});
