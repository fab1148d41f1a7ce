import type { IncomingMessage } from 'node:http';
import { invalid, type Refusal } from '../contract/errors.ts';

/** The header in which the pages' router says what it shows already. */
const TREE = 'next-router-state-tree';

/**
 * The most lists in a tree; that of the deepest page has about 20. The pages' framework reads nested ones in quadratic time. Contract:
 * Transport.
 */
const MAX_LISTS = 100;

/** An opening bracket, also percent-encoded. */
const LIST = /\[|%5b/gi;

/**
 * The refusal of a page for a tree of the router that the pages' framework would answer with 500, and its own lines in the log. Its own
 * check decides which trees are valid, so a release with another form of them changes nothing here.
 */
export async function routerTreeFault({
  headers,
}: Pick<IncomingMessage, 'headers'>): Promise<Refusal | null> {
  const tree = headers[TREE];
  if (tree === undefined) return null;
  const fault = invalid([{ field: TREE, code: 'INVALID_FORMAT' }]);
  if (typeof tree !== 'string' || (tree.match(LIST)?.length ?? 0) > MAX_LISTS) return fault;
  const { parseAndValidateFlightRouterState: parse } = await import(
    'next/dist/server/app-render/parse-and-validate-flight-router-state.js'
  );
  try {
    parse(tree);
    return null;
  } catch {
    return fault;
  }
}
