import type { EventType } from '../events.ts';
import { UsageError } from './command.ts';
import { recipes } from './recipes.ts';

/** All events. The table of recipes has each of them. */
export const eventTypes = Object.keys(recipes) as EventType[];

/**
 * Whether an event is one of a list of names and patterns, such as `payment.received,subscription.*`.
 * @throws UsageError for a name that no event has
 */
export function matcherOf(list: string | undefined): (type: string) => boolean {
  if (list === undefined) return () => true;
  const tests = list.split(',').map((name) => patternOf(name.trim()));
  return (type) => tests.some((matches) => matches(type));
}

function patternOf(name: string): (type: string) => boolean {
  const matches = name.endsWith('*')
    ? (type: string) => type.startsWith(name.slice(0, -1))
    : (type: string) => type === name;
  if (!eventTypes.some(matches)) throw unknownEvent(name);
  return matches;
}

/** The error for a name that no event has, with the nearest ones. */
export function unknownEvent(name: string): UsageError {
  const [resource = '', action = ''] = name.split('.');
  const near = eventTypes.filter(
    (type) => type.startsWith(`${resource}.`) || (action !== '' && type.endsWith(`.${action}`)),
  );
  const offer = near.length > 0 ? near : eventTypes;
  return new UsageError(
    `There is no event ${name}. There ${offer === near ? 'are, among others,' : 'are'} ${offer.join(', ')}.`,
  );
}

/** The type of an event by its name. */
export function isEventType(name: string): name is EventType {
  return Object.hasOwn(recipes, name);
}
