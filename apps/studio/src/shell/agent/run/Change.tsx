import type { ChangeLine } from '@atelier/api'
import { useMemo } from 'react'
import { numbered } from '../../../ui/index.ts'
import * as strings from '../texts/strings.ts'
import styles from './Changes.module.css'
import { changeContent } from './changeList.ts'
import { type DiffPart, diffLines, diffWords } from './diff.ts'

/** The actions on one line; what cannot be done is undefined. */
export interface ChangeActs {
  /** Shows it in the frames. */
  show: (() => void) | undefined
  /** Takes it back. */
  restore: (() => void) | undefined
  busy: boolean
}

const verbs = { added: strings.added, removed: strings.removed, changed: strings.changed }

/** One change with its content, which folds. */
export function Change({ line, acts }: { line: ChangeLine; acts: ChangeActs }) {
  const { before, after, as, open } = changeContent(line)
  const head = (
    <>
      <span className={styles.kind}>{verbs[line.kind]}</span>
      <span className="rigid color-secondary">{line.what}</span>
      {line.label && (
        <code className="min-w-0 truncate" title={line.label}>
          {line.label}
        </code>
      )}
    </>
  )
  return (
    <div className={styles.change} data-restored={line.restored ? '' : undefined}>
      {as === 'nothing' ? (
        <p className={styles.summary} data-kind={line.kind}>
          {head}
        </p>
      ) : (
        <details open={open}>
          <summary className={styles.summary} data-kind={line.kind}>
            {head}
          </summary>
          <div className={styles.content} data-kind={line.kind} data-code={line.what === 'rule' ? '' : undefined}>
            {as === 'text' && before + after}
            {as === 'lines' && <Lines before={before} after={after} />}
            {as === 'words' && <Words line={line} />}
          </div>
        </details>
      )}
      <Acts line={line} acts={acts} />
    </div>
  )
}

/** The buttons of a line, beside what folds: no button stands inside another control. */
export function Acts({ line, acts: { show, restore, busy } }: { line: ChangeLine; acts: ChangeActs }) {
  const { label, restored } = line
  return (
    <span className={styles.acts}>
      {show && (
        <button type="button" className={styles.act} aria-label={strings.show(label)} onClick={show}>
          {strings.showInFrames}
        </button>
      )}
      {restored ? (
        <span className={styles.restored}>{strings.restored}</span>
      ) : (
        restore && (
          <button
            type="button"
            className={styles.act}
            aria-label={strings.restoreNamed(label)}
            disabled={busy}
            onClick={restore}
          >
            {strings.restore}
          </button>
        )
      )}
    </span>
  )
}

/** A value on one line, with what went and what came marked in it. */
export function Words({ line: { before, after } }: { line: ChangeLine }) {
  const parts = useMemo(() => diffWords(before ?? '', after ?? ''), [before, after])
  return numbered(parts, (part) => <Mark part={part} />)
}

function Mark({ part: { kind, text } }: { part: DiffPart }) {
  if (kind === 'same') return text
  return kind === 'added' ? <ins className={styles.added}>{text}</ins> : <del className={styles.removed}>{text}</del>
}

function Lines({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => diffLines(before, after), [before, after])
  return numbered(parts, ({ kind, text }) => (
    <span className={styles.row} data-kind={kind}>
      <span className={styles.sign}>{{ same: ' ', added: '+', removed: '−' }[kind]}</span>
      {text || ' '}
      {'\n'}
    </span>
  ))
}
