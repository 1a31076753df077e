import { errorText } from '@atelier/operation'
import { Languages } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { diffWords } from '../../../shell/agent/run/diff.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { numbered } from '../../../ui/numbered.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import * as strings from './strings.ts'
import styles from './Translation.module.css'
import type { StaleText, StaleTexts } from './useStaleTexts.ts'

interface StaleListProps {
  pageId: string
  sourceId: string
  found: StaleTexts
  onAnswered: () => void
  /** Called when a text was shown on the page. */
  onGone: () => void
}

/** The texts of a translation to look at. Each leads to its place on the page, and is answered here. */
export function StaleList({ pageId, sourceId, found, onAnswered, onGone }: StaleListProps) {
  const session = useEditor()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function answer({ nodeId, attribute }: StaleText, given: { text?: string; take?: true }) {
    setBusy(true)
    const at = { nodeId, ...(attribute === undefined ? {} : { attribute }) }
    const result = await session.attempt(operations.updateTranslation, { pageId, texts: [{ ...at, ...given }] })
    setBusy(false)
    setFailure(errorText(result))
    onAnswered()
  }
  function show({ kind, nodeId }: StaleText) {
    // New text is only in the source; a setting of the page has no place on it.
    session.openPage(kind === 'new' ? sourceId : pageId)
    if (nodeId !== pageId && nodeId !== sourceId) session.select(nodeId)
    onGone()
  }

  if (found.texts.length === 0) {
    return (
      <EmptyState icon={<Languages size={18} />} title={strings.upToDate}>
        {strings.upToDateHint}
      </EmptyState>
    )
  }
  return (
    <>
      {failure && <ErrorNote title={failure} />}
      <ul className={styles.list} aria-busy={busy}>
        {numbered(found.texts, (stale) => (
          <Line stale={stale} busy={busy} onShow={() => show(stale)} onAnswer={(given) => void answer(stale, given)} />
        ))}
      </ul>
      {found.left > 0 && <p className={styles.note}>{strings.andMore(found.left)}</p>}
    </>
  )
}

function Line({
  stale,
  busy,
  onShow,
  onAnswer,
}: {
  stale: StaleText
  busy: boolean
  onShow: () => void
  onAnswer: (given: { text?: string; take?: true }) => void
}) {
  const { kind, text, before, source } = stale
  const [writing, setWriting] = useState<string>()
  const shown = text ?? source ?? ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (writing === undefined || writing.trim() === '') return
    onAnswer({ text: writing })
    setWriting(undefined)
  }
  const button = (label: string, given: { text?: string; take?: true }) => (
    <Button
      size="sm"
      disabled={busy}
      aria-label={`${label}: ${shown.trim().slice(0, 60)}`}
      onClick={() => onAnswer(given)}
    >
      {label}
    </Button>
  )
  return (
    <li className={styles.item}>
      <span className="type-caption color-secondary">{strings.kinds[kind]}</span>
      <button type="button" className={styles.text} title={strings.goTo(shown.trim())} onClick={onShow}>
        {shown}
      </button>
      {kind === 'changed' && <Changed before={before ?? ''} after={source ?? ''} />}
      {writing === undefined ? (
        <span className="flex wrap gap-4">
          {kind !== 'gone' && (
            <Button
              size="sm"
              disabled={busy}
              aria-label={`${strings.write}: ${shown.trim().slice(0, 60)}`}
              onClick={() => setWriting(shown)}
            >
              {strings.write}
            </Button>
          )}
          {kind === 'changed' && button(strings.stillRight, {})}
          {kind === 'untranslated' && button(strings.asItIs, {})}
          {kind === 'new' && button(strings.takeOver, { take: true })}
          {kind === 'new' && button(strings.leaveOut, {})}
          {kind === 'gone' && button(strings.remove, { take: true })}
          {kind === 'gone' && button(strings.keep, {})}
        </span>
      ) : (
        <form className="grid gap-6" onSubmit={save}>
          <TextArea
            label={strings.newText}
            rows={3}
            autoFocus
            value={writing}
            onChange={(event) => setWriting(event.currentTarget.value)}
          />
          <span className="flex wrap gap-4">
            <Button size="sm" variant="primary" type="submit" disabled={busy || writing.trim() === ''}>
              {strings.save}
            </Button>
            <Button size="sm" onClick={() => setWriting(undefined)}>
              {strings.cancel}
            </Button>
          </span>
        </form>
      )}
    </li>
  )
}

/** The source's text then and now, by words. */
function Changed({ before, after }: { before: string; after: string }) {
  return (
    <span className={styles.source}>
      {numbered(diffWords(before, after), ({ kind, text }) =>
        kind === 'removed' ? <del>{text}</del> : kind === 'added' ? <ins>{text}</ins> : <span>{text}</span>,
      )}
    </span>
  )
}
