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
        <p className={styles.note}>{strings.thisFileIsNotThereAny}</p>
      </section>
    )
  }
  return <OpenFile key={asset.id} asset={asset} onClose={close} />
}

interface Draft {
  /** What it was begun on. */
  base: string
  text: string
}

/** What was typed and not saved stays while the editor is open, whatever else is shown meanwhile. */
const drafts = new WeakMap<EditorSession, Map<string, Draft>>()

function draftsOf(session: EditorSession): Map<string, Draft> {
  const known = drafts.get(session) ?? new Map<string, Draft>()
  drafts.set(session, known)
  return known
}

function OpenFile({ asset, onClose }: { asset: CodeAsset; onClose: () => void }) {
  const session = useEditor()
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor>(undefined)
  /** What the draft was begun on. */
  const [kept] = useState(() => draftsOf(session).get(asset.id))
  const [base, setBase] = useState(kept?.base ?? asset.content)
  const [draft, setDraft] = useState(kept?.text ?? asset.content)
  const [conflict, setConflict] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  const isChanged = draft !== base
  const { path, type, content } = asset

  const save = async (over = false) => {
    if (busy) return
    setBusy(true)
    const text = editor.current?.text() ?? draft
    const expectedHash = await codeHash(base)
    const result = await session.run(operations.write_code_asset, {
      path,
      type,
      content: text,
      ...(over ? {} : { expectedHash }),
    })
    setBusy(false)
    if (result.ok) {
      setBase(text)
      setConflict(false)
    } else if ('error' in result && result.error?.code === 'stale_hash') setConflict(true)
  }
  /** A refused path is removed from the field; the reason is shown. */
  const rename = async (to: string) => {
    const result = await session.run(operations.renameCodeAsset, { fileId: asset.id, to })
    if (result.ok && result.data) patchStore(session.state, { codeFile: result.data.path })
    else setRefusals((count) => count + 1)
  }
  const first = useRef(kept?.text ?? asset.content)
  const latestSave = useRef(save)
  latestSave.current = save

  useEffect(() => {
    if (!holder.current) return
    const made = createTextEditor(holder.current, {
      text: first.current,
      path,
      onChange: setDraft,
      onSave: () => void latestSave.current(),
    })
    editor.current = made
    made.focus()
    return () => made.destroy()
  }, [path])

  useEffect(() => {
    if (draft === base) draftsOf(session).delete(asset.id)
    else draftsOf(session).set(asset.id, { base, text: draft })
  }, [session, asset.id, base, draft])

  // Changes by others show at once if nothing was typed; otherwise saving reports them.
  const seen = useRef(content)
  useEffect(() => {
    // Right after saving the site's own copy is a frame behind: only newer changes count.
    if (content === seen.current) return
    seen.current = content
    if (content === base) return
    if (draft === base) {
      setBase(content)
      setDraft(content)
      editor.current?.show(content)
    } else if (draft === content) setBase(content)
    else setConflict(true)
  }, [content, base, draft])

  const takeTheirs = () => {
    setBase(content)
    setDraft(content)
    setConflict(false)
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
          title={strings.writeAnotherPathToRenameIt(path)}
          aria-label={strings.pathOfTheFile}
          onCommit={(to) => void rename(to)}
        />
        {isChanged && <span className={styles.dirty}>{strings.notSaved}</span>}
        <Button
          size="sm"
          variant="primary"
          icon={<Save size={13} />}
          disabled={!isChanged}
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
      {conflict && (
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
          {strings.yourTextIsKeptHereAnd}
        </ErrorNote>
      )}
      <div ref={holder} className={styles.text} />
      <RuntimeOptions asset={asset} />
    </section>
  )
}
