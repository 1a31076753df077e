import { type ModelFile, modelFileText } from '@atelier/content'
import { useEffect, useRef, useState } from 'react'
import { sentence } from '../../api/client.ts'
import type { TextEditor } from '../../editors/site/code/textEditor.ts'
import { Button, Skeleton } from '../../ui/index.ts'
import type { ModelPreview } from '../session/handles.ts'
import styles from './Model.module.css'
import { renamesIn } from './modelFile.ts'
import { readModelText, type TextProblem } from './modelText.ts'
import * as strings from './strings.ts'

/** How long a pause in typing is before the text is checked, in milliseconds. */
const PAUSE_MS = 400

/** The file of a model as text: what is wrong is said at its line, and it is saved as a whole. */
export function JsonModel({
  file,
  base,
  preview,
  disabled,
  onSave,
}: {
  /** As it is now, with edits that wait. */
  file: ModelFile
  /** As it is saved. */
  base: ModelFile
  preview: (file: ModelFile, rename: Record<string, string>) => Promise<ModelPreview | undefined>
  disabled: boolean
  onSave: (file: ModelFile, rename: Record<string, string>) => void
}) {
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isLoading, setIsLoading] = useState(true)
  const [problems, setProblems] = useState<readonly TextProblem[]>([])
  const [renamed, setRenamed] = useState<Readonly<Record<string, string>>>({})
  const [isChanged, setIsChanged] = useState(false)
  const text = modelFileText(file)
  const shown = useRef(text)
  const { id, name } = base

  const say = (found: readonly TextProblem[]) => {
    setProblems(found)
    editor.current?.mark(found.map(({ line }) => line))
  }

  /** Returns what the text says, where nothing is wrong with it. */
  const check = async () => {
    const typed = editor.current?.text() ?? text
    const read = readModelText(typed, id)
    if (!read.ok) {
      say(read.problems)
      return undefined
    }
    const rename = renamesIn(base, read.file)
    setRenamed(rename)
    const seen = await preview(read.file, rename)
    // Something else was typed meanwhile, which is checked by itself.
    if (editor.current?.text() !== typed) return undefined
    const wrong = (seen?.findings ?? []).filter(({ severity }) => severity === 'error')
    say(wrong.map((finding) => ({ line: read.lineOf(finding.field), message: sentence(finding) })))
    return wrong.length > 0 ? undefined : { file: read.file, rename }
  }
  const save = async () => {
    clearTimeout(timer.current)
    if (disabled || editor.current?.text() === shown.current) return
    const checked = await check()
    if (checked) onSave(checked.file, checked.rename)
  }
  const latest = useRef({ check, save, text })
  latest.current = { check, save, text }

  useEffect(() => {
    let isGone = false
    let made: TextEditor | undefined
    void import('../../editors/site/code/textEditor.ts').then(({ createTextEditor }) => {
      if (isGone || !holder.current) return
      made = createTextEditor(holder.current, {
        text: latest.current.text,
        path: strings.jsonOf(name),
        onChange(typed) {
          setIsChanged(typed !== shown.current)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => void latest.current.check(), PAUSE_MS)
        },
        onSave: () => void latest.current.save(),
      })
      editor.current = made
      setIsLoading(false)
    })
    return () => {
      isGone = true
      clearTimeout(timer.current)
      made?.destroy()
    }
  }, [name])

  // A value saved here or elsewhere is shown, unless another one was typed.
  useEffect(() => {
    const typed = editor.current?.text()
    if (typed !== undefined && typed === shown.current && typed !== text) editor.current?.show(text)
    shown.current = text
    setIsChanged(editor.current !== undefined && editor.current.text() !== text)
  }, [text])

  const revert = () => {
    clearTimeout(timer.current)
    editor.current?.show(text)
    clearTimeout(timer.current)
    setRenamed({})
    say([])
  }
  return (
    <section
      className={styles.json}
      aria-label={strings.jsonView}
      onKeyDown={(event) => {
        // The keys of the studio are not those of the text.
        if (event.target instanceof Element && event.target.closest('.cm-editor')) event.stopPropagation()
      }}
    >
      <div className={styles.row}>
        <p className={styles.quiet}>{disabled ? strings.onlyAdmins : strings.jsonHint}</p>
        <span className="grow" />
        {isChanged && !disabled && (
          <>
            <Button size="sm" onClick={revert}>
              {strings.revert}
            </Button>
            <Button size="sm" variant="primary" disabled={problems.length > 0} onClick={() => void save()}>
              {strings.saveJson}
            </Button>
          </>
        )}
      </div>
      {problems.length > 0 && (
        <div role="alert">
          <ul className={styles.errors}>
            {problems.map(({ line, message }) => (
              <li key={`${line} ${message}`}>
                <button type="button" className={styles.toLine} onClick={() => editor.current?.goTo(line)}>
                  {strings.atLine(line, message)}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isLoading && <Skeleton height={240} radius={10} />}
      <div ref={holder} className={styles.text} hidden={isLoading} />
      {isChanged &&
        Object.entries(renamed).map(([from, to]) => (
          <p key={from} className={styles.quiet}>
            {strings.jsonRenamed(from, to)}
          </p>
        ))}
    </section>
  )
}
