import { RotateCw, X } from 'lucide-react'
import { useStore } from '../documents/store.ts'
import { IconButton } from '../ui/Button.tsx'
import * as strings from './strings.ts'
import styles from './Uploads.module.css'
import type { Uploads } from './uploads.ts'

/** Files on their way: how far each is, and what to do about those that did not arrive. `only` says of which names. */
export function UploadList({ uploads, only }: { uploads: Uploads; only?: RegExp }) {
  const all = useStore(uploads.list, (value) => value)
  const list = only ? all.filter(({ name }) => only.test(name)) : all
  if (list.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label={strings.uploads} aria-live="polite">
      {list.map(({ key, name, state, sent, problem, final }) => (
        <li key={key} className={styles.upload} data-state={state}>
          <span className="truncate">{name}</span>
          {state === 'failed' && !final && (
            <IconButton label={strings.tryAgain(name)} size="sm" onClick={() => uploads.retry(key)}>
              <RotateCw size={13} />
            </IconButton>
          )}
          {state !== 'failed' && (
            <span className="tabular-nums color-secondary">
              {state === 'waiting' ? strings.uploadWaits : `${Math.round(sent * 100)} %`}
            </span>
          )}
          <IconButton
            label={state === 'failed' ? strings.removeUpload(name) : strings.stop(name)}
            size="sm"
            onClick={() => uploads.drop(key)}
          >
            <X size={13} />
          </IconButton>
          {state === 'failed' ? (
            <p className={styles.problem}>{problem}</p>
          ) : (
            <progress className={styles.bar} aria-label={strings.uploadOf(name)} max={1} value={sent} />
          )}
        </li>
      ))}
    </ul>
  )
}
