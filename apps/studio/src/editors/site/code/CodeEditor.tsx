import { type CodeAsset, codeHash } from '@atelier/site'
import { Save, Trash2, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { patchStore } from '../../../documents/store.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { CommitInput } from '../fields/CommitInput.tsx'
import { useEditor } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import styles from './Code.module.css'
import { afterRemoteChange, afterSave, type Draft, isChanged, openDraft, takeSaved } from './draft.ts'
import { RuntimeOptions } from './RuntimeOptions.tsx'
import * as strings from './strings.ts'
import { createTextEditor, type TextEditor } from './textEditor.ts'
import { useCode } from './useCode.ts'

/** One script or stylesheet over the canvas: what is typed is a draft until it is saved. */
export function CodeEditor({ path }: { path: string }) {
  const session = useEditor()
  const { assets } = useCode()
  const asset = assets.find((each) => each.path === path)
  const close = () => patchStore(session.state, { codeFile: undefined })
  if (!asset) {
    return (
      <section className={styles.editor} aria-label={strings.codeEditor}>
        <div className={styles.bar}>
          <span className={styles.path}>{path}</span>
          <IconButton label={strings.closeTheFile} onClick={close}>
            <X size={16} />
          </IconButton>
        </div>
        <p className={styles.note}>{strings.fileIsGone}</p>
      </section>
    )
  }
  return <OpenFile key={asset.id} asset={asset} onClose={close} />
}

/** Typed text that is not saved stays while the editor is open, whatever else is shown meanwhile. */
type KeptDraft = Pick<Draft, 'base' | 'text'>
const drafts = new WeakMap<EditorSession, Map<string, KeptDraft>>()

function draftsOf(session: EditorSession): Map<string, KeptDraft> {
  const known = drafts.get(session) ?? new Map<string, KeptDraft>()
  drafts.set(session, known)
  return known
}

function OpenFile({ asset, onClose }: { asset: CodeAsset; onClose: () => void }) {
  const session = useEditor()
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor>(undefined)
  const [draft, setDraft] = useState(() => openDraft(asset.content, draftsOf(session).get(asset.id)))
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const changed = isChanged(draft)
  const { path, type, content } = asset

  const save = async (over = false) => {
    if (busy) return
    setBusy(true)
    const text = editor.current?.text() ?? draft.text
    const expectedHash = await codeHash(draft.base)
    const result = await session.run(operations.write_code_asset, {
      path,
      type,
      content: text,
      ...(over ? {} : { expectedHash }),
    })
    setBusy(false)
    if (result.ok) setDraft((before) => afterSave(before, text))
    else if ('error' in result && result.error?.code === 'stale_hash')
      setDraft((before) => ({ ...before, conflict: true }))
  }
  /** A refused path is removed from the field; the reason is shown. */
  const rename = async (to: string) => {
    const result = await session.run(operations.renameCodeAsset, { fileId: asset.id, to })
    if (result.ok && result.data) patchStore(session.state, { codeFile: result.data.path })
    else setRefusals((count) => count + 1)
  }
  const first = useRef(draft.text)
  const latestSave = useRef(save)
  latestSave.current = save

  useEffect(() => {
    if (!holder.current) return
    const made = createTextEditor(holder.current, {
      text: first.current,
      path,
      onChange: (text) => setDraft((before) => ({ ...before, text })),
      onSave: () => void latestSave.current(),
    })
    editor.current = made
    made.focus()
    return () => made.destroy()
  }, [path])

  useEffect(() => {
    if (isChanged(draft)) draftsOf(session).set(asset.id, { base: draft.base, text: draft.text })
    else draftsOf(session).delete(asset.id)
  }, [session, asset.id, draft])

  // Changes by others show at once if nothing was typed; otherwise saving reports them.
  const seen = useRef(content)
  useEffect(() => {
    // Right after saving the site's own copy is a frame behind: only newer changes count.
    if (content === seen.current) return
    seen.current = content
    const next = afterRemoteChange(draft, content)
    setDraft(next)
    if (next.text !== draft.text) editor.current?.show(next.text)
  }, [content, draft])

  const takeTheirs = () => {
    setDraft(takeSaved(content))
    editor.current?.show(content)
  }
  return (
    <section
      className={styles.editor}
      aria-label={strings.codeEditor}
      onKeyDown={(event) => {
        // The keys of the canvas are not those of the text.
        event.stopPropagation()
      }}
    >
      <div className={styles.bar}>
        <CommitInput
          key={`${path} ${refusals}`}
          className={styles.path}
          value={path}
          title={strings.renameFileHint(path)}
          aria-label={strings.pathOfTheFile}
          onCommit={(to) => void rename(to)}
        />
        {changed && <span className="quiet">{strings.notSaved}</span>}
        <Button
          size="sm"
          variant="primary"
          icon={<Save size={13} />}
          disabled={!changed}
          busy={busy}
          onClick={() => void save()}
        >
          {strings.save}
        </Button>
        <IconButton
          label={strings.deleteTheFile}
          onClick={async () => {
            const result = await session.run(operations.deleteCodeAsset, { fileId: asset.id })
            if (result.ok) onClose()
          }}
        >
          <Trash2 size={15} />
        </IconButton>
        <IconButton label={strings.closeTheFile} onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {draft.conflict && (
        <ErrorNote
          tone="attention"
          title={strings.changedMeanwhile}
          actions={
            <>
              <Button size="sm" onClick={takeTheirs}>
                {strings.takeTheirs}
              </Button>
              <Button size="sm" onClick={() => void save(true)}>
                {strings.writeMineOverIt}
              </Button>
            </>
          }
        >
          {strings.textNotSaved}
        </ErrorNote>
      )}
      <div ref={holder} className="grow min-h-0 overflow-hidden" />
      <RuntimeOptions asset={asset} />
    </section>
  )
}
