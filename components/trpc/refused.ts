let reload = () => {};

/** Sets what happens when the API refuses a change. @returns a function that withdraws it */
export function onRefused(act: () => void): () => void {
  reload = act;
  return () => {
    reload = () => {};
  };
}

/** To be called when the API has refused a change: what the page shows may be out of date. */
export function changeRefused(): void {
  reload();
}
