import type { Envelope } from '@atelier/operation'
import { X } from 'lucide-react'
import { askedState } from '../../../../ui/pendingChoice.ts'
import { CommitInput } from '../../fields/CommitInput.tsx'
import { useEditor } from '../../session/context.ts'
import { operations } from '../../session/handles.ts'
import { isColor } from '../fields/isColor.ts'
import { type DeclarationLine, declarationText, refusalText } from './declarations.ts'
import styles from './Rules.module.css'
import * as strings from './strings.ts'
import { ValueChoices } from './ValueChoices.tsx'

interface DeclarationRowProps {
  ruleId: string
  line: DeclarationLine
  /** With the sentence of what is wrong, or undefined when it is right again. */
  onWrong: (message: string | undefined) => void
}

/** One declaration: switch it off, change its property or value, take it away. */
export function DeclarationRow({ ruleId, line, onWrong }: DeclarationRowProps) {
  const session = useEditor()
  const ids = { ruleId, declarationId: line.id }
  const show = (result: Envelope) => onWrong(refusalText(result))
  const write = async (name: string, value: string) => {
    if (name.trim() === '' || value.trim() === '') return remove()
    const declaration = declarationText(name, value, line.important)
    show(await session.attempt(operations.setDeclaration, { ...ids, declaration }))
  }
  const remove = async () => show(await session.attempt(operations.removeDeclaration, ids))
  const clear = () => onWrong(undefined)
  return (
    <div className={styles.declaration} data-off={line.off || undefined} data-overridden={line.overridden || undefined}>
      <input
        type="checkbox"
        className={styles.toggle}
        checked={!line.off}
        aria-label={line.off ? strings.switchOn(line.name) : strings.switchOff(line.name)}
        onChange={async ({ target }) =>
          show(await session.attempt(operations.switchDeclaration, { ...ids, on: askedState(target) }))
        }
      />
      <div className={styles.pair}>
        {line.off ? (
          <>
            <span className={styles.name}>{line.name}</span>
            <span className={styles.colon}>:</span>
            <span className={styles.value}>{line.value}</span>
          </>
        ) : (
          <>
            <CommitInput
              className={`${styles.bare} ${styles.name}`}
              aria-label={strings.property(line.name)}
              value={line.name}
              onCommit={(name) => void write(name, line.value)}
              onRevert={clear}
            />
            <span className={styles.colon}>:</span>
            <Swatch value={line.value} onChange={(value) => void write(line.name, value)} />
            <CommitInput
              className={`${styles.bare} ${styles.value}`}
              aria-label={strings.valueOfProperty(line.name)}
              value={line.value}
              onCommit={(value) => void write(line.name, value)}
              onRevert={clear}
            />
            {line.important && <span className={styles.name}>{'!important'}</span>}
          </>
        )}
      </div>
      {!line.off && (
        <ValueChoices property={line.name} value={line.value} onChoose={(value) => void write(line.name, value)} />
      )}
      <button
        type="button"
        className={styles.remove}
        aria-label={strings.removeRulePart(line.name)}
        onClick={() => void remove()}
      >
        <X size={13} />
      </button>
    </div>
  )
}

/** The colour that a value is, shown and, if it is written as hex, editable. */
function Swatch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  if (!isColor(value)) return null
  const hex = /^#[0-9a-f]{6}$/i.test(value)
  return (
    <span className={styles.swatch} style={{ background: value }}>
      {hex && (
        <input
          type="color"
          aria-label={strings.chooseAnotherColour(value)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </span>
  )
}
