import { nodeAttribute, nodeStyles } from '@atelier/site'
import { useEffect, useRef, useState } from 'react'
import { createTextEditor, type TextEditor } from '../../code/textEditor.ts'
import { changedDeclarations, isSupported, readDeclarations } from '../../model/declarationText.ts'
import { useEditorState, useSite } from '../../session/context.ts'
import { useStyle } from './editing.ts'
import styles from './Style.module.css'
import * as strings from './strings.ts'

/** How long typing pauses before the rule is written, in milliseconds. */
const PAUSE_MS = 600

/** The target's rule as text, in step both ways: what is typed is written at a pause, what changes elsewhere shows. */
export function RuleCode() {
  const site = useSite()
  const style = useStyle()
  const pageId = useEditorState((state) => state.documentId)
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [wrong, setWrong] = useState<string>()
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
    : linesOf(rule?.declarations ?? [])
  const text = `${target?.selector ?? ''}${target?.state ?? ''} {\n${[...lines, ''].join('\n')}}`

  const write = async () => {
    clearTimeout(timer.current)
    const typed = editor.current?.text()
    if (typed === undefined || typed === text) return
    const changes = changedDeclarations(readDeclarations(text), readDeclarations(typed))
    const unknown = Object.entries(changes).find(([name, value]) => value !== null && !isSupported(name, value))
    setWrong(unknown ? strings.notAValueOf(unknown[0], unknown[1] ?? '') : undefined)
    if (unknown || Object.keys(changes).length === 0) return
    if (!(await style.set(changes, strings.code))) setWrong(strings.notWritten)
  }
  const latest = useRef({ write, text })
  latest.current = { write, text }

  useEffect(() => {
    if (!holder.current) return
    const made = createTextEditor(holder.current, {
      text: latest.current.text,
      path: 'rule.css',
      onChange() {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => void latest.current.write(), PAUSE_MS)
      },
      onSave: () => void latest.current.write(),
    })
    editor.current = made
    return () => {
      clearTimeout(timer.current)
      made.destroy()
    }
  }, [])
  // What is typed right now is not overwritten; leaving shows the rule as it stands.
  useEffect(() => {
    const isTyping = holder.current?.contains(document.activeElement)
    if (!isTyping && editor.current?.text() !== text) editor.current?.show(text)
  }, [text])
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
        await latest.current.write()
        requestAnimationFrame(() => {
          if (editor.current?.text() !== latest.current.text) editor.current?.show(latest.current.text)
        })
      }}
    >
      {target && target.conditions.length > 0 && <p className={styles.alsoChanges}>{target.conditions.join(' ')}</p>}
      <div ref={holder} className={styles.codeText} />
      {wrong !== undefined && (
        <p className={styles.problem} role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  )
}

const linesOf = (declarations: readonly { text: string }[]) =>
  declarations.map(({ text }) => `  ${text.trim()}${/^\/\*/.test(text.trim()) ? '' : ';'}`)
