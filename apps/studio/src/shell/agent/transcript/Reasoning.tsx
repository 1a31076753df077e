import { Brain, ChevronRight, ListTree } from 'lucide-react'
import { memo, useId } from 'react'
import { useKeptOpen } from './kept.ts'
import styles from './Reasoning.module.css'
import type { ReasoningItem } from './view.ts'

/** The model's reasoning, folded to its latest line; or a plan that it wrote, folded to its name. */
export const Reasoning = memo(function Reasoning({ item }: { item: ReasoningItem }) {
  const [open, setOpen] = useKeptOpen(item.key)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        className={styles.line}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {item.plan ? <ListTree size={14} aria-hidden="true" /> : <Brain size={14} aria-hidden="true" />}
        <span className="rigid">{item.label ?? (item.streaming ? 'Thinking' : 'Thought')}</span>
        {!open && !item.plan && (
          <span className="grow min-w-0 truncate color-faint">{latestLine(item.text, item.streaming)}</span>
        )}
        <ChevronRight size={12} className={styles.chevron} data-open={open ? '' : undefined} aria-hidden="true" />
      </button>
      {open && (
        <p id={id} className={styles.text}>
          {item.text.trim()}
        </p>
      )}
    </div>
  )
})

/** While it grows: the end of it; afterwards: its beginning. */
function latestLine(text: string, streaming: boolean): string {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/[*#`]/g, '').trim())
    .filter(Boolean)
  return (streaming ? lines.at(-1) : lines[0]) ?? ''
}
