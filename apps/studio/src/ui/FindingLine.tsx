import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import styles from './FindingLine.module.css'

export interface FindingLineProps {
  finding: { severity: 'error' | 'warning' | 'note'; message: string; hint?: string; excerpt?: string }
  /** Opens the subject of the finding; without one the line is only text. */
  onSelect?: (() => void) | undefined
}

const icons = { error: CircleAlert, warning: TriangleAlert, note: Info }
const names = { error: 'Error', warning: 'Warning', note: 'Note' }

/** One thing that the checks found: how bad it is, what it is, what to do. */
export function FindingLine({ finding: { severity, message, hint, excerpt }, onSelect }: FindingLineProps) {
  const Icon = icons[severity]
  const content = (
    <>
      <span className={styles.icon}>
        <Icon size={14} role="img" aria-label={names[severity]} />
      </span>
      <span className="grid gap-2 min-w-0 break-anywhere">
        <span>{message}</span>
        {excerpt && <code className="truncate type-caption-code color-secondary">{excerpt}</code>}
        {hint && <span className="color-secondary">{hint}</span>}
      </span>
    </>
  )
  return onSelect ? (
    <button
      type="button"
      className={styles.line}
      data-severity={severity}
      data-finding
      onClick={onSelect}
      onKeyDown={walk}
    >
      {content}
    </button>
  ) : (
    <div className={styles.line} data-severity={severity}>
      {content}
    </div>
  )
}

/** The arrow keys move through the list that contains the line. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const list = event.currentTarget.closest('[data-findings]') ?? event.currentTarget.parentElement
  const lines = [...(list?.querySelectorAll<HTMLElement>('[data-finding]') ?? [])]
  const at = lines.indexOf(event.currentTarget)
  lines[Math.min(lines.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}
