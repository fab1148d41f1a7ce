import type { Demarc } from '../client.ts';
import { type Surface, surface } from '../generated/surface.ts';
import { assignment } from './assignment.ts';

export const setOption = {
  type: 'string',
  short: 's',
  multiple: true,
  value: 'FIELD=TEXT',
  about: 'Set a field: city=Kisumu, plan.priceAmount:=40. May be repeated.',
} as const;

/** The resources that a story creates, as `--set` names them. */
const resources: Readonly<Record<string, keyof Surface>> = {
  plan: 'plans',
  subscriber: 'subscribers',
  demarcationPoint: 'demarcationPoints',
  subscription: 'subscriptions',
  payment: 'payments',
  installation: 'installations',
  charge: 'charges',
};

type Override = { text: string; path: string; value: unknown; resource?: keyof Surface };

type Body = Record<string, unknown>;

/** Fields that replace those of requests. */
export class Overrides {
  readonly #all: readonly Override[];
  readonly #used = new Set<Override>();

  /**
   * @param texts such as `city=Kisumu` or `plan.priceAmount:=40`
   * @throws UsageError
   */
  constructor(texts: readonly string[]) {
    this.#all = texts.map((text) => {
      const [name, value] = assignment(text);
      const [first = '', ...rest] = name.split('.');
      const resource = Object.hasOwn(resources, first) && rest.length > 0 ? resources[first] : undefined;
      return { text, path: resource ? rest.join('.') : name, value, ...(resource ? { resource } : {}) };
    });
  }

  /**
   * A client that sets the fields of a resource where it creates one.
   * @param isCause whether its requests have the fields without a resource, too
   */
  client(demarc: Demarc, isCause: boolean): Demarc {
    if (this.#all.length === 0) return demarc;
    const isFor = (one: Override, resource: string, method: string) =>
      one.resource === undefined ? isCause : one.resource === resource && method === 'create';
    const wrapped = Object.entries(surface).map(([resource, rows]) => {
      const own = demarc[resource as keyof Surface] as unknown as Record<
        string,
        (...given: unknown[]) => unknown
      >;
      const methods = Object.entries<readonly [string, string, string?, number?]>(rows).map(([name, row]) => {
        const [, path, kind] = row;
        const wanted = this.#all.filter((one) => kind === 'body' && isFor(one, resource, name));
        if (wanted.length === 0) return [name, own[name]];
        const ids = path.split('{').length - 1;
        const send = (...given: unknown[]) => {
          given[ids] = this.#applied(wanted, (given[ids] ?? {}) as Body);
          return own[name]?.(...given);
        };
        return [name, send];
      });
      return [resource, { ...own, ...Object.fromEntries(methods) }];
    });
    return Object.fromEntries(wrapped) as Demarc;
  }

  /** A body with the fields that no resource has. */
  appliedTo(body: Body): Body {
    return this.#applied(
      this.#all.filter(({ resource }) => resource === undefined),
      body,
    );
  }

  /** Whether a field without a resource is given. */
  has(path: string): boolean {
    return this.#all.some((one) => one.resource === undefined && one.path === path);
  }

  /** Those that no request has taken. */
  unused(): string[] {
    return this.#all.filter((one) => !this.#used.has(one)).map(({ text }) => text);
  }

  #applied(wanted: readonly Override[], body: Body): Body {
    const result = structuredClone(body);
    for (const one of wanted) {
      this.#used.add(one);
      setAt(result, one.path, one.value);
    }
    return result;
  }
}

/** Sets a field of an object in an object. A key of metadata may have points. */
export function setAt(target: Body, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const object: Body = typeof inner === 'object' && inner !== null ? (inner as Body) : {};
  target[first] = object;
  if (first === 'metadata') object[rest.join('.')] = value;
  else setAt(object, rest.join('.'), value);
}
