import { savedViewId, savedViewSave, savedViews, savedViewsOf } from '../../contract/saved-view.ts';
import { deleteView } from '../../domain/saved-view/delete.ts';
import { listSavedViews } from '../../domain/saved-view/list.ts';
import { saveView } from '../../domain/saved-view/save.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** Views of lists. They change nothing but the portal, so every role may save them. Portal only. */
export const savedViewRouter = router({
  list: procedure('read').input(savedViewsOf).output(savedViews).query(read(listSavedViews)),
  save: procedure('read').input(savedViewSave).output(savedViewId).mutation(write(saveView)),
  delete: procedure('read').input(savedViewId).output(savedViewId).mutation(write(deleteView)),
});
