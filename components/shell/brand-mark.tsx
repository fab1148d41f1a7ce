/** The mark of the product: the point at which a provider's line becomes the customer's. */
export function BrandMark({ className, size = 24 }: { className?: string; size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} className={className} aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-color-brand-filled)" />
      <path d="M9 8h6a8 8 0 0 1 0 16H9z" fill="none" stroke="#fff" strokeWidth="3" strokeLinejoin="round" />
      <path d="M15 16h10" stroke="#fff" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
