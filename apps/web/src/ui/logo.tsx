/** Nihol's mark: a seedling. */
export function Logo({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M16 26V15m0 3c-5 0-7.5-3-7.5-7.5C13 10.5 16 13 16 18zm0-3.5c0-4.5 2.5-7.5 7.5-8 0 5-2.5 8-7.5 8z"
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-accent-ink"
      />
    </svg>
  );
}
