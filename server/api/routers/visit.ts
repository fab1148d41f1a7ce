import { visitOperations } from '../../contract/operations/visit.ts';
import { addNote, finishVisit, startVisit } from '../../domain/installation/do-visit.ts';
import { getVisit, listVisits } from '../../domain/installation/visits.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const visitRouter = routerOf(visitOperations, {
  list: read(listVisits),
  get: read(getVisit),
  start: write(startVisit),
  finish: write(finishVisit),
  addNote: write(addNote),
});
