import { excerpt } from '@atelier/operation'
import { useEffect, useRef, useState } from 'react'
import { Button, Check, ErrorNote } from '../../ui/index.ts'
import { useListWindow } from '../../ui/listWindow.ts'
import styles from './Import.module.css'
import { ImportProgress } from './ImportProgress.tsx'
import type { ImportThread } from './importFile.ts'
import type { PlanSummary } from './messages.ts'
import type { PlannedRow, Target } from './plan.ts'
import type { WrittenModel } from './readContext.ts'
import * as strings from './strings.ts'
import { useWriting } from './useWriting.ts'

export interface RowPreviewProps {
  summary: PlanSummary
  written: WrittenModel
  targets: readonly Target[]
  columns: readonly string[]
  locale: string
  thread: () => ImportThread | undefined
  onBack: () => void
  onAnother: () => void
}

/** As high as in `Import.module.css`, in CSS pixels. */
const ROW_HEIGHT = 40

/** Every row as it would be written, with its problems; and the button that writes them. */
export function RowPreview({ summary, written, columns, targets, locale, thread, onBack, onAnother }: RowPreviewProps) {
  const [only, setOnly] = useState(summary.skip > 0)
  const total = summary.create + summary.update
  const all = total + summary.skip
  const withProblems = summary.skip + summary.doubtful
  const count = only ? withProblems : all
  const scroller = useRef<HTMLDivElement>(null)
  const { first, end } = useListWindow(scroller, count + 1, ROW_HEIGHT)
  const [shown, setShown] = useState<{ key: string; rows: readonly PlannedRow[] }>()
  const to = Math.min(count, end)
  const key = `${only} ${first} ${to}`
  const writing = useWriting(written, locale, thread)
  useEffect(() => {
    let isOld = false
    void thread()
      ?.ask('rows', { from: first, to, problemsOnly: only })
      .then((rows) => !isOld && setShown({ key, rows }))
    return () => {
      isOld = true
    }
  }, [thread, first, to, only, key])
  if (writing.state !== 'none')
    return <ImportProgress writing={writing} written={written} total={total} onAnother={onAnother} />

  const fields = targets.flatMap((target, at) =>
    target.kind === 'field' ? [{ name: target.name, column: columns[at] ?? '' }] : [],
  )
  return (
    <>
      <ul className={styles.summary} aria-label={strings.preview}>
        <li data-tone="done">{strings.toCreate(summary.create)}</li>
        {summary.update > 0 && <li data-tone="hand">{strings.toUpdate(summary.update)}</li>}
        {summary.skip > 0 && <li data-tone="danger">{strings.toSkip(summary.skip)}</li>}
        {summary.doubtful > 0 && <li data-tone="attention">{strings.doubtful(summary.doubtful)}</li>}
        {withProblems > 0 && (
          <li className="ms-auto">
            <Check
              label={strings.problemsOnly}
              checked={only}
              onChange={(isOnly) => {
                setOnly(isOnly)
                scroller.current?.scrollTo({ top: 0 })
              }}
            />
          </li>
        )}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard */}
      <section ref={scroller} className={styles.rows} aria-label={strings.rowsOf(written.name)} tabIndex={0}>
        <table
          className={styles.rowTable}
          aria-rowcount={count + 1}
          style={{ '--columns': Math.min(4, fields.length) }}
        >
          <thead>
            <tr className={styles.rowHead}>
              <th scope="col" className={styles.number}>
                {strings.row}
              </th>
              <th scope="col" className={styles.action}>
                {strings.what}
              </th>
              <th scope="col" className={styles.problem}>
                {strings.problem}
              </th>
              {fields.slice(0, 4).map(({ name, column }) => (
                <th key={name} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody style={{ height: count * ROW_HEIGHT }}>
            {(shown?.rows ?? []).map((row, at) => (
              <tr
                key={row.number}
                className={styles.row}
                aria-rowindex={first + at + 2}
                data-action={row.action}
                style={{ transform: `translateY(${(first + at) * ROW_HEIGHT}px)` }}
              >
                <td className={styles.number}>{row.number}</td>
                <td className={styles.action}>{strings.actions[row.action]}</td>
                <td className={styles.problem} title={problemsOf(row)}>
                  {problemsOf(row)}
                </td>
                {fields.slice(0, 4).map(({ name }) => (
                  <td key={name}>{shortValue(row.values[name])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total === 0 && <ErrorNote title={strings.nothingToWrite} />}
      <div className="row wrap gap-8">
        <Button size="lg" onClick={onBack}>
          {strings.back}
        </Button>
        <Button variant="primary" size="lg" disabled={total === 0} onClick={() => void writing.begin(total)}>
          {strings.write(total)}
        </Button>
      </div>
    </>
  )
}

const problemsOf = ({ problems }: PlannedRow) =>
  problems
    .map((each) => {
      const text = strings.problemText(each)
      // A sentence about the value of a column begins with its name.
      return each.column === undefined || text.startsWith(`“${each.column}”`) ? text : `${each.column}: ${text}`
    })
    .join(' ')

function shortValue(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return excerpt(text, 60)
}
