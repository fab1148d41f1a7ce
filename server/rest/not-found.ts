import { errorEntry, type Refusal, refuse } from '../contract/errors.ts';
import type { Route } from './routes.ts';

/** The 404 for an id in the path: the error of that id, else of the operation, else the common one. */
export function notFound({ facts }: Pick<Route, 'facts'>, name: string): Refusal {
  const own = facts.errors.filter((key) => errorEntry(key).status === 404);
  const key = own.find((each) => errorEntry(each).field === name) ?? own[0];
  return key ? refuse(key) : refuse('NOT_FOUND', { field: name });
}
