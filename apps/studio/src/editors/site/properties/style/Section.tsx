import { ChevronRight, RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { patchStore } from '../../../../documents/store.ts'
import { IconButton } from '../../../../ui/Button.tsx'
import { useEditor, useEditorState } from '../../session/context.ts'
import { useStyle } from './editing.ts'
import styles from './Style.module.css'
import * as strings from './strings.ts'

export interface SectionProps {
  /** Its name in what is remembered. */
  id: string
  title: string
  /** The longhands that it shows: a dot marks the section where the target sets one. */
  properties?: readonly string[]
  children: ReactNode
}

/** A part of the panel that folds; what is folded is remembered in this browser. */
export function Section({ id, title, properties = [], children }: SectionProps) {
  const session = useEditor()
  const style = useStyle()
  const isFolded = useEditorState((state) => state.foldedStyles.includes(id))
  const body = useId()
  const here = properties.filter((property) => style.setHere.has(property))
  const fold = () => {
    const { foldedStyles } = session.state.get()
    const next = isFolded ? foldedStyles.filter((each) => each !== id) : [...foldedStyles, id]
    patchStore(session.state, { foldedStyles: next })
  }
  return (
    <section className="border-b" aria-label={title}>
      <div className={styles.sectionHead}>
        <button type="button" className={styles.fold} aria-expanded={!isFolded} aria-controls={body} onClick={fold}>
          <ChevronRight size={13} className={styles.chevron} aria-hidden="true" />
          {title}
          {here.length > 0 && <span className={styles.dot} role="img" aria-label={strings.hasValuesSetHere} />}
        </button>
        {here.length > 0 && (
          <IconButton
            label={strings.resetSection(title)}
            size="sm"
            onClick={() => void style.set(Object.fromEntries(here.map((property) => [property, null])))}
          >
            <RotateCcw size={12} />
          </IconButton>
        )}
      </div>
      <div id={body} className={styles.sectionBody} hidden={isFolded}>
        {!isFolded && children}
      </div>
    </section>
  )
}
