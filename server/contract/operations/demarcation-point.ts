import {
  demarcationPointCreate,
  demarcationPointId,
  demarcationPointList,
  demarcationPointPage,
  demarcationPointSnapshot,
  demarcationPointUpdate,
} from '../demarcation-point.ts';
import { demarcationPoint, site } from '../examples/customers.ts';
import { rest } from '../operation.ts';

export const demarcationPointOperations = {
  list: rest('GET', '/v1/demarcation-points', {
    summary: 'List demarcation points',
    description: 'All demarcation points, the newest first.',
    sdk: 'demarcationPoints.list',
    permission: 'read',
    input: demarcationPointList,
    output: demarcationPointPage,
  }),
  get: rest('GET', '/v1/demarcation-points/{id}', {
    summary: 'Read a demarcation point',
    description: 'One demarcation point.',
    sdk: 'demarcationPoints.retrieve',
    permission: 'read',
    input: demarcationPointId,
    output: demarcationPointSnapshot,
  }),
  create: rest('POST', '/v1/demarcation-points', {
    summary: 'Create a demarcation point',
    description: 'A place where the network ends. Several subscriptions may share one, such as a cabinet.',
    sdk: 'demarcationPoints.create',
    permission: 'demarcation-points:write',
    input: demarcationPointCreate,
    output: demarcationPointSnapshot,
    status: 201,
    request: site,
    answer: { ...demarcationPoint, latitude: null, longitude: null, nasIdentifier: null },
  }),
  update: rest('PATCH', '/v1/demarcation-points/{id}', {
    summary: 'Update a demarcation point',
    description: 'Changes the given fields only; `null` clears an optional field.',
    sdk: 'demarcationPoints.update',
    permission: 'demarcation-points:write',
    input: demarcationPointUpdate,
    output: demarcationPointSnapshot,
    request: { nasIdentifier: 'nas-nairobi-2' },
    answer: { ...demarcationPoint, nasIdentifier: 'nas-nairobi-2' },
  }),
};
