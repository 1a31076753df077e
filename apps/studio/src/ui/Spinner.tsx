import type { CSSProperties } from 'react'
import { cx } from './cx.ts'
import styles from './Spinner.module.css'

/** A turning ring for work under a second or of unknown length. `size` in px. */
export function Spinner({ size = 16, label }: { size?: number; label?: string }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle className={styles.track} cx="8" cy="8" r="6.5" />
      <path d="M8 1.5a6.5 6.5 0 0 1 6.5 6.5" strokeLinecap="round" />
    </svg>
  )
}

/** A thin progress bar: `value` from 0 to 1, or none while the progress is unknown. */
export function Progress({ value, label, tone = 'hand' }: { value?: number; label: string; tone?: 'hand' | 'agent' }) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100)
  return (
    <div
      className={cx(styles.progress, tone === 'agent' && styles.agent)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      {percent === undefined ? (
        <div className={styles.moving} />
      ) : (
        <div className={styles.bar} style={{ width: `${percent}%` }} />
      )}
    </div>
  )
}

/** The shape of what is coming. */
export function Skeleton({
  width,
  height = 16,
  radius,
}: {
  width?: number | string
  height?: number | string
  radius?: number
}) {
  const style: CSSProperties = { width: width ?? '100%', height, borderRadius: radius }
  return <span className={styles.skeleton} style={style} aria-hidden="true" />
}
