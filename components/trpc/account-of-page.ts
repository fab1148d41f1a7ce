import { ACCOUNT_HEADER } from '@/server/contract/portal/account-header.ts';

/** The element that has the account of the page in `data-account`: the shell, which a page outside of an account does not have. */
const SHELL = '[data-account]';

let whenLeft: (selected: string) => void = () => {};

/** Sets what happens when the server refuses a request because another account is selected. @returns a function that withdraws it */
export function onOtherAccount(act: (selected: string) => void): () => void {
  whenLeft = act;
  return () => {
    whenLeft = () => {};
  };
}

/** The account that is selected instead of that of the page, in the answer that refuses a request of the page; null in others. */
export function selectedAccountOf(answer: Response): string | null {
  return answer.status === 409 ? answer.headers.get(ACCOUNT_HEADER) : null;
}

/**
 * Each request of a page names the account for which the page was loaded: those of the API client, of the router and any other. One
 * place instead of each request, because a forgotten one would act in an account that the page does not show.
 */
function nameAccount(): void {
  const send = window.fetch;
  window.fetch = async (target, options = {}) => {
    const account = document.querySelector<HTMLElement>(SHELL)?.dataset.account;
    const address = target instanceof Request ? target.url : target;
    if (!account || new URL(address, location.href).origin !== location.origin) return send(target, options);
    const headers = new Headers(options.headers ?? (target instanceof Request ? target.headers : undefined));
    headers.set(ACCOUNT_HEADER, account);
    const answer = await send(target, { ...options, headers });
    const selected = selectedAccountOf(answer);
    // The router loads a refused page as a whole, with the account that is selected.
    if (selected && !headers.has('rsc')) whenLeft(selected);
    return answer;
  };
}

if (typeof window !== 'undefined') nameAccount();
