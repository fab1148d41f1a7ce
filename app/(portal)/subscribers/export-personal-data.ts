import { hideNotice, notify } from '@/components/shell/notify.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';

/** Saves all personal data of a subscriber as a file, and shows progress and outcome. */
export async function exportPersonalData(subscriber: SubscriberSnapshot): Promise<void> {
  const name = fullNameOf(subscriber);
  const id = crypto.randomUUID();
  void notify({ id, loading: true, autoClose: false, message: `Collecting the personal data of ${name}…` });
  try {
    const answer = await fetch(`/api/subscribers/${subscriber.id}/personal-data`);
    if (!answer.ok) {
      const envelope: unknown = await answer.json().catch(() => undefined);
      throw { data: { envelope, httpStatus: answer.status } };
    }
    const fileName = `personal-data-${subscriber.id}.json`;
    save(await answer.blob(), fileName);
    void notify({ color: 'green', message: `The personal data of ${name} is in ${fileName}.` });
  } catch (error) {
    const { message } = toApiProblem(error);
    void notify({ color: 'red', title: 'The personal data could not be exported', message });
  }
  void hideNotice(id);
}

function save(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers read the content after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
