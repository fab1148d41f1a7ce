import type { Demarc } from '../client.ts';
import type { EventType, WebhookEvent } from '../events.ts';
import { type Command, CommandError, columns, UsageError } from './command.ts';
import { eventTypes, isEventType, unknownEvent } from './event-names.ts';
import { causePrompt, causeReceipt, isMoney, moneyRecipes } from './mobile-money.ts';
import { Overrides, setOption } from './overrides.ts';
import { recipes } from './recipes.ts';
import { client } from './settings.ts';
import { type Cause, Story } from './story.ts';

export const trigger: Command = {
  usage: 'trigger EVENT|receipt|prompt [--set FIELD=TEXT] | --list',
  summary: 'Causes an event, a receipt or a prompt in a sandbox, by the requests that cause it in life.',
  details: `
It creates a plan, a subscriber and a subscription of its own, and prints the event once the API has it. Some events need
time to pass: they move the test clock of the whole account, as --list says.

--set city=Kisumu sets a field of the request that causes the event, --set plan.priceAmount:=40 one of the plan that is created on
the way. := takes JSON.

receipt reports money on your short code to --address, and prints the receipt: --set BusinessShortCode=600123 is required, --set TransAmount=700
and --set BillRefNumber='house 4' set what was sent. prompt needs M-Pesa connected: --set phone=+254712345678 --set amount:=20.`,
  options: {
    list: { type: 'boolean', about: 'List the events and how each is caused.' },
    set: setOption,
    address: {
      type: 'string',
      value: 'URL',
      about: 'Of receipt: the address for reports of your M-Pesa account, from Payments, Gateways.',
    },
  },
  words: [...eventTypes, ...Object.keys(moneyRecipes)],
  async run(given, io) {
    if (given.has('list')) return io.result(overview(), listed());
    const [name, ...more] = given.positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError('The command is demarc trigger EVENT, such as payment.received.');
    if (!isEventType(name) && !isMoney(name)) throw unknownEvent(name);
    const overrides = new Overrides(given.texts('set'));
    const demarc = client(given, io);
    if (name === 'receipt') {
      await refuseLive(demarc);
      const receipt = await causeReceipt(demarc, given.text('address'), io.note, overrides);
      io.result(`receipt  ${receipt.id}  ${receipt.status}`, receipt);
    } else {
      const event = await causeEvent(demarc, name, io.note, overrides);
      const { id } = event.data.current as { id: string };
      io.result(`${event.type}  ${event.id}  ${id}`, event);
    }
    const unused = overrides.unused();
    if (unused.length > 0)
      throw new CommandError(
        `No request of ${name} has a body for ${unused.join(', ')}, so it has no effect.`,
      );
  },
};

/**
 * Causes an event, or one by a prompt, and returns it.
 * @param note receives each step
 * @throws CommandError where no request can cause it, and for a live account
 */
export async function causeEvent(
  demarc: Demarc,
  type: EventType | 'prompt',
  note: (text: string) => void = () => {},
  overrides = new Overrides([]),
): Promise<WebhookEvent> {
  if (type === 'prompt') {
    await refuseLive(demarc);
    const cause = await causePrompt(demarc, note, overrides);
    return causedEvent(demarc, cause.type, cause);
  }
  const recipe = recipes[type];
  if ('never' in recipe) throw new CommandError(`No request can cause ${type}. ${recipe.never}`);
  await refuseLive(demarc);
  return causedEvent(demarc, type, await recipe.run(new Story(demarc, note, overrides)));
}

/** @throws CommandError for a live account */
export async function refuseLive(demarc: Demarc): Promise<void> {
  const { livemode } = await demarc.provider.retrieve();
  if (livemode) throw new CommandError('This is a live account. Events are triggered in a sandbox only.');
}

/** The event of a cause. An advance of the test clock causes some of other customers, too. */
async function causedEvent(
  demarc: Demarc,
  type: EventType,
  { correlationId, about }: Cause,
): Promise<WebhookEvent> {
  const by = correlationId === undefined ? { resourceId: about } : { correlationId };
  for await (const event of demarc.events.list({ type, ...by })) {
    const { id, subscriptionId } = event.data.current as Record<string, unknown>;
    if (id === about || subscriptionId === about) return event;
  }
  throw new CommandError(
    `The requests were accepted, but there is no ${type} of ${about}${correlationId ? ` with correlation id ${correlationId}` : ''}.`,
  );
}

function listed() {
  return [
    ...Object.entries(recipes).map(([type, recipe]) => ({ type, ...recipe, run: undefined })),
    ...Object.entries(moneyRecipes).map(([type, how]) => ({ type, how })),
  ];
}

function overview(): string {
  return columns([
    ...Object.entries(recipes).map(([type, recipe]) => [
      type,
      'never' in recipe
        ? `– ${recipe.never}`
        : recipe.how + (recipe.hours ? ` (clock: ${recipe.hours} hours)` : ''),
    ]),
    ...Object.entries(moneyRecipes),
  ]);
}
