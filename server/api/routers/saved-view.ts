import { savedViewOperations } from '../../contract/operations/saved-view.ts';
import { deleteView } from '../../domain/saved-view/delete.ts';
import { listSavedViews } from '../../domain/saved-view/list.ts';
import { saveView } from '../../domain/saved-view/save.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** Views of lists. They change nothing but the portal, so every role may save them. Portal only. */
export const savedViewRouter = routerOf(savedViewOperations, {
  list: read(listSavedViews),
  save: write(saveView),
  delete: write(deleteView),
});
