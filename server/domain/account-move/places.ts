import type { AccountMove } from '../../../drizzle/schema/provider.ts';
import { refuse } from '../../contract/errors.ts';
import type { AccountStatus } from '../model/provider/account-status.ts';
import type { OpenCell } from './cells.ts';

/** The row of an account in a cell. */
export type Place = {
  cell: OpenCell;
  name: string;
  livemode: boolean;
  status: AccountStatus;
  move: AccountMove;
};

/** Where an account is: the cell in which it runs or from which it is leaving, and its other rows. */
export type Whereabouts = { home: Place; others: Place[] };

/** The row of an account in a cell; null without one. */
export async function placeIn(cell: OpenCell, providerId: string): Promise<Place | null> {
  const [row] = await cell.database.sql<Pick<Place, 'name' | 'livemode' | 'status' | 'move'>[]>`
    select name, livemode, status, coalesce(move, '{}') as move from provider where id = ${providerId}`;
  return row ? { cell, ...row } : null;
}

/**
 * Finds an account. It runs in one cell at most; while it is leaving a cell it runs in none.
 * @throws NOT_FOUND; CONFLICT when it runs in several cells
 */
export async function findAccount(cells: OpenCell[], providerId: string): Promise<Whereabouts> {
  const found = await Promise.all(cells.map((cell) => placeIn(cell, providerId)));
  const places = found.filter((place) => place !== null);
  const running = places.filter(({ status }) => status !== 'MOVED');
  const leaving = places.filter(({ status, move }) => status === 'MOVED' && move.to && !move.isDone);
  const homes = running.length > 0 ? running : leaving;
  const [home, second] = homes;
  if (!home) throw refuse('NOT_FOUND', { message: `No cell has the account ${providerId}.` });
  if (second) {
    const names = homes.map(({ cell }) => cell.name).join(' and ');
    throw refuse('CONFLICT', {
      message: `The account ${providerId} is in the cells ${names}. Nothing was changed.`,
    });
  }
  return { home, others: places.filter((place) => place !== home) };
}
