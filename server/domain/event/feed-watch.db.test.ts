import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { realNow } from '../../clock.ts';
import { onNextEvent } from '../../work/committed-events.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { createFeedWatch, placeAllEvents } from './place-events.ts';

const held = useDatabase({ checked: 'never' });

let n = 0;

/** Creates a subscriber, whose event is `subscriber.created`. */
const commitEvent = (provider: Awaited<ReturnType<typeof newProvider>>) =>
  provider.at(realNow(), (scope) => {
    n++;
    const phone = `+2547${20_000_000 + n}`;
    return createSubscriber(scope, { firstName: 'Ada', lastName: 'L', email: `w${n}@example.com`, phone });
  });

test('a poll wakes what waits for events of the provider that has new ones, with and without a place', async () => {
  const [busy, quiet] = [await newProvider(held.current), await newProvider(held.current)];
  const commit = () => commitEvent(busy);
  const woken: string[] = [];
  const wait = () => {
    const waits = [busy, quiet].map(({ providerId: id }) => onNextEvent(id, () => woken.push(id)));
    return () => {
      for (const withdraw of waits) withdraw();
    };
  };
  const poll = createFeedWatch();
  for (const place of [async () => {}, placeAllEvents]) {
    await placeAllEvents();
    const first = wait();
    await poll();
    first();
    woken.length = 0;
    await commit();
    await place();
    const withdraw = wait();
    await poll();
    expect(woken).toEqual([busy.providerId]);
    withdraw();
  }
});

test('where everything is patient, one poll of eight queries; an impatient wait makes each poll query', async () => {
  const provider = await newProvider(held.current);
  const { providerId } = provider;
  await placeAllEvents();
  const commit = () => commitEvent(provider);
  const poll = createFeedWatch();
  let polls = 0;
  /** How many polls it takes until a wait is woken. */
  const pollsUntilWoken = async () => {
    let isWoken = false;
    const withdraw = onNextEvent(providerId, () => (isWoken = true), { isPatient: true });
    const before = polls;
    while (!isWoken && polls - before < 20) {
      await poll();
      polls++;
    }
    withdraw();
    return polls - before;
  };
  await commit();
  expect(await pollsUntilWoken()).toBe(1);
  await commit();
  expect(await pollsUntilWoken()).toBe(8);
  await commit();
  const other = onNextEvent('prv_other', () => {});
  expect(await pollsUntilWoken()).toBe(1);
  other();
});

test('a wait for some types is woken by an event of one of them only, by a poll and by a transaction of this process', async () => {
  const provider = await newProvider(held.current);
  await placeAllEvents();
  const commit = () => commitEvent(provider);
  const woken: string[] = [];
  const wait = (name: string, types?: string[]) =>
    onNextEvent(provider.providerId, () => woken.push(name), { types });
  const poll = createFeedWatch();
  await poll();
  for (const place of [async () => {}, placeAllEvents]) {
    await commit();
    await place();
    const other = wait('other', ['plan.created', 'plan.updated']);
    wait('all');
    wait('own', ['plan.created', 'subscriber.created']);
    await poll();
    expect(woken.splice(0)).toEqual(['all', 'own']);
    other();
    await placeAllEvents();
  }
  const other = wait('other', ['plan.created']);
  wait('own', ['subscriber.created']);
  await commit();
  expect(woken).toEqual(['own']);
  other();
});
