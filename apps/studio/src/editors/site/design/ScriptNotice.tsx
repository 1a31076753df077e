import { Button } from '../../../ui/Button.tsx'
import styles from './Design.module.css'
import * as strings from './strings.ts'

interface ScriptNoticeProps {
  from: string
  lines: number
  onChange: () => Promise<boolean>
  onDone: () => void
}

/** Says that scripts still name what was renamed, and changes them if that is wanted. */
export function ScriptNotice({ from, lines, onChange, onDone }: ScriptNoticeProps) {
  return (
    <div className={styles.notice} role="status">
      <span>{strings.scriptsName(lines, from)}</span>
      <span className={styles.buttons}>
        <Button size="sm" onClick={() => void onChange().then((done) => done && onDone())}>
          {strings.changeThem}
        </Button>
        <Button size="sm" variant="quiet" onClick={onDone}>
          {strings.leaveThem}
        </Button>
      </span>
    </div>
  )
}
