import type { Refusal } from '../contract/errors.ts';
import type { WriteScope } from '../db/scope.ts';

/**
 * A refusal that the world hears of: the request fails and changes nothing, and what `announce` writes (an event, its
 * audit entry) commits on its own.
 */
export class Announced extends Error {
  readonly refusal: Refusal;
  readonly announce: (scope: WriteScope) => Promise<void>;

  constructor(refusal: Refusal, announce: (scope: WriteScope) => Promise<void>) {
    super(refusal.message);
    this.name = 'Announced';
    this.refusal = refusal;
    this.announce = announce;
  }
}
