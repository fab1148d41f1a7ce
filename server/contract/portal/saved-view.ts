import { z } from 'zod';
import { idInput, idOutput, issue, text } from '../primitives.ts';
import { isListPath } from './list-names.ts';

/** Views of lists that people save. */

/** The most views of one list that a person can save. */
export const MAX_SAVED_VIEWS = 50;

const list = text(1, 64).superRefine((path, ctx) => {
  if (!isListPath(path)) issue(ctx, 'INVALID_VALUE', 'There is no such list.');
});
/** The query string of the list's page; empty for all rows in the default order. */
const query = z.union([z.literal(''), text(1, 2_000)]);

export const savedView = z.object({
  id: idOutput('savedView'),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  /** Who saved it. */
  owner: z.string(),
  isOwn: z.boolean(),
  /** Whether the caller may delete it. */
  isDeletable: z.boolean(),
});
export type SavedView = z.output<typeof savedView>;

export const savedViews = z.array(savedView);
export const savedViewsOf = z.strictObject({ list });

export const savedViewSave = z.strictObject({ list, name: text(1, 60), query, isShared: z.boolean() });
export const savedViewId = z.strictObject({ id: idInput('savedView') });
