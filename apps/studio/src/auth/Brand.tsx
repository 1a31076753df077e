/** The mark: two sheets over each other, one for each hand. `size` in px. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="3 3 18 18" aria-hidden="true">
      <rect x="3" y="4" width="11" height="16" rx="2.5" fill="var(--hand)" />
      <rect x="10" y="4" width="11" height="16" rx="2.5" fill="var(--agent)" fillOpacity="0.86" />
    </svg>
  )
}
