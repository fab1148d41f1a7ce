import { ACCOUNT_HEADER } from '@/server/contract/portal/account-header.ts';

/** The element that has the account of the page in `data-account`: the shell, which a page outside of an account does not have. */
const SHELL = '[data-account]';

/** The header with the account for which the page was loaded. The server refuses it once the session has another account. */
export function accountOfPage(): Record<string, string> {
  const account = document.querySelector<HTMLElement>(SHELL)?.dataset.account;
  return account ? { [ACCOUNT_HEADER]: account } : {};
}
