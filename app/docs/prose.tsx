/** A sentence of the tables: what stands between backticks in it is code. */
export function Prose({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}
