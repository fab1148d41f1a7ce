/** Imports no library, so that pages can import it at no cost. */

import type { EventObject } from '../event-catalogue.ts';

/** The path of the stream that says what changed. */
export const CHANGES_PATH = '/api/changes';

/** What changed: the kinds of resources and the ids that the events contain; or anything, after a large number of events. */
export type Changes = { all: true } | { all: false; objects: EventObject[]; ids: string[] };
