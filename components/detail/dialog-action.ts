import type { Opener } from '@/components/shell/use-dialog.ts';
import type { DetailAction } from './actions-menu.tsx';

/** Whether an action is possible now, and whether it is dangerous. */
type State = Pick<DetailAction, 'disabledBecause' | 'danger'>;

/** Makes the actions that open the dialogs of a page, each by its key. */
export const dialogActions =
  <Key extends string>(opens: (key: Key) => Opener) =>
  (key: Key, label: string, icon: DetailAction['icon'], state: State = {}): DetailAction => ({
    ...{ key, label, icon },
    ...opens(key),
    ...state,
  });
