import { z } from 'zod';
import { noteCreate, noteDeletion, noteId, noteSnapshot, noteUpdate } from '../../contract/note.ts';
import { subscriberTags, subscriberTagsQuery, subscriberTagsSet, tags } from '../../contract/tag.ts';
import { createNote } from '../../domain/note/create.ts';
import { deleteNote } from '../../domain/note/delete.ts';
import { updateNote } from '../../domain/note/update.ts';
import { listSubscriberTags, listTags } from '../../domain/tag/read.ts';
import { setSubscriberTags } from '../../domain/tag/set.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

/** What staff write about subscribers. Portal only. */

export const noteRouter = router({
  create: procedure('notes:write').input(noteCreate).output(noteSnapshot).mutation(write(createNote)),
  update: procedure('notes:write').input(noteUpdate).output(noteSnapshot).mutation(write(updateNote)),
  delete: procedure('notes:write').input(noteId).output(noteDeletion).mutation(write(deleteNote)),
});

export const tagRouter = router({
  list: procedure('read').input(z.strictObject({})).output(tags).query(read(listTags)),
  ofSubscriber: procedure('read')
    .input(subscriberTagsQuery)
    .output(subscriberTags)
    .query(read(listSubscriberTags)),
  set: procedure('notes:write')
    .input(subscriberTagsSet)
    .output(subscriberTags)
    .mutation(write(setSubscriberTags)),
});
