import {
  demarcationPointCreate,
  demarcationPointId,
  demarcationPointList,
  demarcationPointPage,
  demarcationPointSnapshot,
  demarcationPointUpdate,
} from '../../contract/demarcation-point.ts';
import { createDemarcationPoint } from '../../domain/demarcation-point/create.ts';
import { getDemarcationPoint, listDemarcationPoints } from '../../domain/demarcation-point/read.ts';
import { updateDemarcationPoint } from '../../domain/demarcation-point/update.ts';
import { read, write } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const demarcationPointRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/demarcation-points', 'List demarcation points'))
    .input(demarcationPointList)
    .output(demarcationPointPage)
    .query(read(listDemarcationPoints)),
  get: procedure('read')
    .meta(rest('GET', '/v1/demarcation-points/{id}', 'Read a demarcation point'))
    .input(demarcationPointId)
    .output(demarcationPointSnapshot)
    .query(read(getDemarcationPoint)),
  create: procedure('demarcation-points:write')
    .meta(rest('POST', '/v1/demarcation-points', 'Create a demarcation point', { status: 201 }))
    .input(demarcationPointCreate)
    .output(demarcationPointSnapshot)
    .mutation(write(createDemarcationPoint, { readsNothing: true })),
  update: procedure('demarcation-points:write')
    .meta(rest('PATCH', '/v1/demarcation-points/{id}', 'Update a demarcation point'))
    .input(demarcationPointUpdate)
    .output(demarcationPointSnapshot)
    .mutation(write(updateDemarcationPoint)),
});
