import { nodeAttribute, nodeStyles } from '@atelier/site'
import { useEffect, useRef, useState } from 'react'
import { createTextEditor, type TextEditor } from '../../code/textEditor.ts'
import { readDeclarations } from '../../model/declarationText.ts'
import { useEditorState, useSite } from '../../session/context.ts'
import { useStyle } from './editing.ts'
import { createRuleDraft, type RuleText } from './ruleDraft.ts'
import styles from './Style.module.css'
import * as strings from './strings.ts'

/** The target's rule as text, in step both ways: what is typed is written at a pause, what changes elsewhere shows. */
export function RuleCode() {
  const site = useSite()
  const style = useStyle()
  const pageId = useEditorState((state) => state.documentId)
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor>(undefined)
  const [wrong, setWrong] = useState<string>()
  const [draft] = useState(() => createRuleDraft(setWrong))
  const { target } = style
  const rule =
    site && target?.rule
      ? nodeStyles(site.local.view, style.tree, target.nodeId, pageId).find(
          ({ ruleId }) => ruleId === target.rule?.ruleId,
        )
      : undefined
  const inline = target?.attribute ? (nodeAttribute(style.nodes[0], 'style') ?? '') : ''
  const lines = target?.attribute
    ? [...readDeclarations(inline)].map(([name, value]) => `  ${name}: ${value};`)
    : declarationLines(rule?.declarations ?? [])
  const text = `${target?.selector ?? ''}${target?.state ?? ''} {\n${[...lines, ''].join('\n')}}`
  const place = [target?.nodeId, target?.attribute, target?.selector, target?.state, target?.layer, target?.sheet]
  const key = JSON.stringify([pageId, style.wish.ruleId, ...place, ...(target?.conditions ?? [])])
  const now: RuleText = { key, text, write: (changes) => style.setRule(changes) }
  const latest = useRef(now)
  latest.current = now

  useEffect(() => {
    if (!holder.current) return
    const made = createTextEditor(holder.current, {
      text: draft.show(latest.current) ?? '',
      path: 'rule.css',
      onChange: draft.type,
      onSave: () => void draft.flush(),
    })
    editor.current = made
    return () => {
      void draft.flush()
      made.destroy()
    }
  }, [draft])
  // Text that is being typed is not overwritten; leaving the field shows the rule as it is.
  useEffect(() => {
    const shown = draft.show({ ...latest.current, key, text })
    if (shown !== undefined && editor.current?.text() !== shown) editor.current?.open(shown)
  }, [draft, key, text])
  return (
    <fieldset
      className={styles.code}
      aria-label={strings.code}
      onKeyDown={(event) => {
        // The keys of the canvas are not those of the text.
        event.stopPropagation()
      }}
      onBlur={async (event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        await draft.leave()
        requestAnimationFrame(() => {
          const shown = draft.show(latest.current)
          if (shown !== undefined && editor.current?.text() !== shown) editor.current?.open(shown)
        })
      }}
    >
      {target && target.conditions.length > 0 && <p className={styles.alsoChanges}>{target.conditions.join(' ')}</p>}
      <div ref={holder} className={styles.codeText} />
      {wrong !== undefined && (
        <p className="m-0 type-dense color-danger" role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

const declarationLines = (declarations: readonly { text: string }[]) =>
  declarations.map(({ text }) => `  ${text.trim()}${/^\/\*/.test(text.trim()) ? '' : ';'}`)
