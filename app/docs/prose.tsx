/** A sentence of the tables. Text between backticks is code. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their order
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}
