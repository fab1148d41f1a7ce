import type { Demarc } from '../client.ts';
import type { EventType, WebhookEvent } from '../events.ts';
import { type Command, CommandError, columns, UsageError } from './command.ts';
import { isEventType, unknownEvent } from './event-names.ts';
import { recipes } from './recipes.ts';
import { client } from './settings.ts';
import { type Cause, Story } from './story.ts';

export const trigger: Command = {
  usage: 'trigger EVENT | --list',
  summary: 'Causes an event in a sandbox, by the requests that cause it in life.',
  details: `
It creates a plan, a subscriber and a subscription of its own, and prints the event once the API has it. Some events need
time to pass: they move the test clock of the whole account, which --list tells.`,
  options: {
    list: { type: 'boolean', about: 'List the events and how each is caused.' },
  },
  async run(given, io) {
    if (given.has('list')) return io.result(overview(), listed());
    const [name, ...more] = given.positionals;
    if (name === undefined || more.length > 0)
      throw new UsageError('The command is demarc trigger EVENT, such as payment.received.');
    if (!isEventType(name)) throw unknownEvent(name);
    const event = await causeEvent(client(), name, io.note);
    const { id } = event.data.current as { id: string };
    io.result(`${event.type}  ${event.id}  ${id}`, event);
  },
};

/**
 * Causes an event and returns it.
 * @param note receives each step
 * @throws CommandError where no request can cause it, and for a live account
 */
export async function causeEvent(
  demarc: Demarc,
  type: EventType,
  note: (text: string) => void = () => {},
): Promise<WebhookEvent> {
  const recipe = recipes[type];
  if ('never' in recipe) throw new CommandError(`No request can cause ${type}. ${recipe.never}`);
  const { livemode } = await demarc.provider.retrieve();
  if (livemode) throw new CommandError('This is a live account. Events are triggered in a sandbox only.');
  return causedEvent(demarc, type, await recipe.run(new Story(demarc, note)));
}

/** The event of a cause. An advance of the test clock causes some of other customers, too. */
async function causedEvent(
  demarc: Demarc,
  type: EventType,
  { correlationId, about }: Cause,
): Promise<WebhookEvent> {
  for await (const event of demarc.events.list({ type, correlationId })) {
    const { id, subscriptionId } = event.data.current as Record<string, unknown>;
    if (id === about || subscriptionId === about) return event;
  }
  throw new CommandError(
    `The requests were accepted, but there is no ${type} with correlation id ${correlationId}.`,
  );
}

function listed() {
  return Object.entries(recipes).map(([type, recipe]) => ({ type, ...recipe, run: undefined }));
}

function overview(): string {
  return columns(
    Object.entries(recipes).map(([type, recipe]) => [
      type,
      'never' in recipe
        ? `– ${recipe.never}`
        : recipe.how + (recipe.hours ? ` (clock: ${recipe.hours} hours)` : ''),
    ]),
  );
}
