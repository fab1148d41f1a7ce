import { randomInt } from 'node:crypto';
import type { Call } from '../call.ts';
import type { Demarc } from '../client.ts';
import { DemarcError, type ErrorCode } from '../errors.ts';
import type { components } from '../generated/openapi.ts';
import { CommandError } from './command.ts';
import { Overrides } from './overrides.ts';

type Schemas = components['schemas'];
type PlanFields = Partial<Pick<Schemas['Plan'], 'billingCycleDays' | 'graceDays'>> & { priceAmount?: number };

/**
 * The request that caused an event, and the resource that the event is about or belongs to. Without a correlation id, a report of a
 * gateway caused it.
 */
export type Cause = { correlationId?: string; about: string };

/** Makes what an event needs: a plan, a place, a customer, a subscription. All of them are new and have names of their own. */
export class Story {
  /** For the requests on the way. */
  readonly demarc: Demarc;
  /** For the request that causes the event. */
  readonly cause: Demarc;
  readonly #note: (text: string) => void;
  readonly #name = `Trigger ${randomInt(36 ** 6).toString(36)}`;
  #plans = 0;

  constructor(demarc: Demarc, note: (text: string) => void, overrides = new Overrides([])) {
    this.demarc = overrides.client(demarc, false);
    this.cause = overrides.client(demarc, true);
    this.#note = note;
  }

  /** The price and speed that Schedule D of the account allows. */
  async #floor(): Promise<Schemas['ScheduleDRow']> {
    const { data } = await this.demarc.scheduleD.list({
      planType: 'RESIDENTIAL',
      limit: 1,
      sort: 'createdAt',
    });
    const [floor] = data;
    if (!floor)
      throw new CommandError('Schedule D has no row for RESIDENTIAL plans, so no plan can be created.');
    return floor;
  }

  planFields = async ({ priceAmount, ...fields }: PlanFields = {}) => {
    const floor = await this.#floor();
    this.#plans += 1;
    return {
      planName: `${this.#name} ${this.#plans}`,
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: floor.maxSpeedMbps,
      uploadSpeedMbps: 1,
      // Each further plan costs more than the one before.
      priceAmount: priceAmount ?? Math.ceil(floor.floorAmount) * (this.#plans + 1),
      priceCurrency: floor.currency,
      billingCycleDays: 30,
      ...fields,
    };
  };

  async plan(fields?: PlanFields) {
    const plan = await this.demarc.plans.create(await this.planFields(fields));
    this.#note(
      `plan ${plan.id}, ${plan.priceAmount} ${plan.priceCurrency} for ${plan.billingCycleDays} days`,
    );
    return plan;
  }

  subscriberFields() {
    const number = randomInt(1e8);
    return {
      firstName: 'Ada',
      lastName: this.#name,
      email: `trigger.${Date.now().toString(36)}.${number}@example.com`,
      phone: `+2547${String(number).padStart(8, '0')}`,
    };
  }

  async subscriber() {
    const subscriber = await this.demarc.subscribers.create(this.subscriberFields());
    this.#note(`subscriber ${subscriber.id}`);
    return subscriber;
  }

  async pending(planFields?: PlanFields) {
    const [plan, subscriber, point] = [
      await this.plan(planFields),
      await this.subscriber(),
      await this.demarc.demarcationPoints.create({ name: this.#name, accessType: 'FIBER' }),
    ];
    const subscription = await this.demarc.subscriptions.create({
      subscriberId: subscriber.id,
      planId: plan.id,
      demarcationPointId: point.id,
    });
    this.#note(`subscription ${subscription.id}, ${subscription.status}`);
    return { plan, subscriber, subscription };
  }

  async active(planFields?: PlanFields) {
    const made = await this.pending(planFields);
    const payment = await this.pay(made.subscription.id);
    return { ...made, payment };
  }

  /** An active subscription whose cycle lasts one day, so that the clock moves little. */
  activeForADay(graceDays = 3) {
    return this.active({ billingCycleDays: 1, graceDays });
  }

  async pay(subscriptionId: string, rail: 'manual' | 'simulated' = 'manual') {
    const payment = await this.demarc.payments.create({ subscriptionId, rail });
    this.#note(`payment ${payment.id}, ${payment.amount} ${payment.currency}, ${payment.status}`);
    return payment;
  }

  /** Moves the test clock. */
  async advance(hours: number, about: string): Promise<Cause> {
    this.#note(`test clock, ${hours} hours forward`);
    return this.causedBy(this.demarc.testClock.advance({ by: { hours } }), about);
  }

  /** The last request of a recipe. */
  async causedBy<T>(call: Call<T>, about?: (data: T) => string): Promise<Cause>;
  async causedBy<T>(call: Call<T>, about: string): Promise<Cause>;
  async causedBy<T>(call: Call<T>, about: string | ((data: T) => string) = idOf): Promise<Cause> {
    const { data, response } = await call.withResponse();
    return {
      correlationId: response.correlationId,
      about: typeof about === 'string' ? about : about(data),
    };
  }

  /** The last request of a recipe, which has to be refused. */
  async refused(call: Call<unknown>, code: ErrorCode, about: string): Promise<Cause> {
    try {
      await call;
    } catch (error) {
      if (!(error instanceof DemarcError && error.is(code))) throw error;
      this.#note(`refused with ${code}, as intended`);
      return { correlationId: error.correlationId ?? '', about };
    }
    throw new CommandError(`The request should have been refused with ${code}.`);
  }
}

function idOf(data: unknown): string {
  return (data as { id: string }).id;
}
