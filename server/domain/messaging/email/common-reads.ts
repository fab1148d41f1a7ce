import type { Scope } from '../../../work/scope.ts';
import { issuerOf } from '../../model/provider/issuer.ts';
import { logoOf } from '../../model/provider/logo.ts';
import { readSettings } from './settings.ts';
import { currentText, readStoredText } from './text-of.ts';

export type CommonReads = ReturnType<typeof commonReads>;

/**
 * What the messages of a provider have in common, each read once. A run that sends messages lasts some seconds: what changes
 * meanwhile is in the messages of the next run.
 */
export function commonReads(scope: Pick<Scope, 'db' | 'providerId'>) {
  const known = new Map<string, Promise<unknown>>();
  const once = <T>(key: string, read: () => Promise<T>): Promise<T> => {
    const found = known.get(key) as Promise<T> | undefined;
    if (found) return found;
    const reading = read();
    known.set(key, reading);
    // The next message tries again.
    reading.catch(() => known.delete(key));
    return reading;
  };
  return {
    issuer: () => once('issuer', () => issuerOf(scope)),
    settings: () => once('settings', () => readSettings(scope)),
    logo: () => once('logo', () => logoOf(scope)),
    storedText: (id: string) => once(id, () => readStoredText(scope, id)),
    currentText: (which: Parameters<typeof currentText>[1]) =>
      once(Object.values(which).join(' '), () => currentText(scope, which)),
  };
}
