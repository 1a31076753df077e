import { diffWords } from '../../shell/agent/run/diff.ts'
import styles from './Review.module.css'
import { shownValue } from './resolutions.ts'

/** A value before and after, by words. */
export function Sides({ before, after }: { before: unknown; after: unknown }) {
  const parts = diffWords(before === undefined ? '' : shownValue(before), after === undefined ? '' : shownValue(after))
  return (
    <p className={styles.sides}>
      {parts.map(({ kind, text }, index) => {
        const key = `${index} ${kind}`
        if (kind === 'added') return <ins key={key}>{text}</ins>
        if (kind === 'removed') return <del key={key}>{text} </del>
        return <span key={key}>{text}</span>
      })}
    </p>
  )
}
