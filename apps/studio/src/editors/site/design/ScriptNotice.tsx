import { patchStore } from '../../../documents/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { useEditor } from '../session/context.ts'
import styles from './Design.module.css'
import * as strings from './strings.ts'
import type { UnsureLine } from './styleList.ts'
import tokenStyles from './Tokens.module.css'

interface ScriptNoticeProps {
  from: string
  /** How many lines name it for sure. */
  lines: number
  /** Those that may mean it, and are not changed. */
  unsure?: readonly UnsureLine[]
  onChange: () => Promise<boolean>
  onDone: () => void
}

/** How many lines that may mean a name are listed. */
const LISTED = 8

/** Says that scripts still name what was renamed, changes them if that is wanted, and leads to what is not sure. */
export function ScriptNotice({ from, lines, unsure = [], onChange, onDone }: ScriptNoticeProps) {
  const session = useEditor()
  const show = async ({ path, documentId, nodeId }: UnsureLine) => {
    if (path !== undefined) return patchStore(session.state, { leftTab: 'code', codeFile: path })
    if (documentId === undefined || nodeId === undefined) return
    session.openPage(documentId)
    await session.load(documentId)
    session.select(nodeId)
  }
  return (
    <div className={styles.notice} role="status">
      {lines > 0 && <span>{strings.scriptsName(lines, from)}</span>}
      {unsure.length > 0 && <span>{strings.mayMean(unsure.length, from)}</span>}
      {unsure.length > 0 && (
        <ul className={styles.unsure}>
          {unsure.slice(0, LISTED).map((each) => (
            <li key={[each.path, each.nodeId, each.line, each.reason].join(' ')}>
              <button type="button" className={tokenStyles.use} title={each.text} onClick={() => void show(each)}>
                {strings.unsureLine(each.path ?? strings.thePage, each.line, each.reason)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className={styles.buttons}>
        {lines > 0 && (
          <Button size="sm" onClick={() => void onChange().then((done) => done && onDone())}>
            {strings.changeThem}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onDone}>
          {lines > 0 ? strings.leaveThem : strings.done}
        </Button>
      </span>
    </div>
  )
}
