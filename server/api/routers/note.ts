import { noteOperations } from '../../contract/operations/note.ts';
import { tagOperations } from '../../contract/operations/tag.ts';
import { createNote } from '../../domain/note/create.ts';
import { deleteNote } from '../../domain/note/delete.ts';
import { updateNote } from '../../domain/note/update.ts';
import { listSubscriberTags, listTags } from '../../domain/tag/read.ts';
import { setSubscriberTags } from '../../domain/tag/set.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** What staff write about subscribers. Portal only. */

export const noteRouter = routerOf(noteOperations, {
  create: write(createNote),
  update: write(updateNote),
  delete: write(deleteNote),
});

export const tagRouter = routerOf(tagOperations, {
  list: read(listTags),
  ofSubscriber: read(listSubscriberTags),
  set: write(setSubscriberTags),
});
