import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, ErrorNote, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import styles from './Import.module.css'
import type { WrittenModel } from './readContext.ts'
import * as strings from './strings.ts'
import type { useWriting } from './useWriting.ts'

export interface ImportProgressProps {
  writing: ReturnType<typeof useWriting>
  written: WrittenModel
  /** The number of entries. */
  total: number
  onAnother: () => void
}

/** How far the import is, and at its end what can be done with it. */
export function ImportProgress({ writing, written, total, onAnother }: ImportProgressProps) {
  const { project } = useContent()
  const { show } = useToast()
  const { state, done, problem, waits, undo, stop } = writing
  if (state === 'writing' || state === 'stopping') {
    return (
      <div className="grid justify-items-start gap-12 tabular-nums" role="status">
        <span>{strings.writing(done, total)}</span>
        <progress className={styles.progress} aria-label={strings.progress} max={total} value={done} />
        <Button size="lg" busy={state === 'stopping'} onClick={stop}>
          {state === 'stopping' ? strings.stopping : strings.stop}
        </Button>
      </div>
    )
  }
  const title =
    state === 'done' ? strings.finished(done) : state === 'stopped' ? strings.stopped(done) : strings.failedAfter(done)
  return (
    <div className="grid justify-items-start gap-12 tabular-nums">
      {problem === undefined ? (
        <div role="status">
          <h2 className="type-heading">{title}</h2>
        </div>
      ) : (
        <ErrorNote title={title}>{problem}</ErrorNote>
      )}
      <p className={styles.text}>{waits ? `${strings.waitsHint} ${strings.keptHint}` : strings.keptHint}</p>
      <div className="row wrap gap-8">
        <Link to={paths.content(project.id, { model: written.id })} className={styles.open}>
          {strings.openModel(written.name)}
        </Link>
        {undo && (
          <Button
            size="lg"
            onClick={() => {
              undo()
              show({ title: strings.undone })
              onAnother()
            }}
          >
            {strings.undo}
          </Button>
        )}
        <Button size="lg" onClick={onAnother}>
          {strings.anotherFile}
        </Button>
      </div>
    </div>
  )
}
