import type { ContentModel } from '@atelier/api'
import type { ModelFile } from '@atelier/content'
import { ArrowLeft, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '../../api/client.ts'
import { useStore } from '../../documents/store.ts'
import { Link } from '../../navigation/Link.tsx'
import { paths } from '../../navigation/paths.ts'
import { Button, EmptyState, ErrorNote, IconButton, Segmented, useToast } from '../../ui/index.ts'
import { type ContentSession, callOperation } from '../session/contentSession.ts'
import { type ContentOverview, useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { AddField } from './AddField.tsx'
import { Consequences } from './Consequences.tsx'
import { DeleteModel } from './DeleteModel.tsx'
import { FieldList } from './FieldList.tsx'
import { JsonModel } from './JsonModel.tsx'
import { LayoutFields } from './LayoutFields.tsx'
import styles from './Model.module.css'
import { ModelSettings } from './ModelSettings.tsx'
import { mayDesign } from './mayDesign.ts'
import { createModelDraft, type ModelDraft, type ModelDraftOptions } from './modelDraft.ts'
import {
  fileOf,
  type ModelEdit,
  type SaveModelInput,
  saveModelInput,
  withField,
  withName,
  withOrder,
} from './modelFile.ts'
import { SharedField } from './SharedField.tsx'
import { SharingProposal } from './SharingProposal.tsx'
import { saveAll } from './saveAll.ts'
import * as strings from './strings.ts'
import { useProgress } from './useProgress.ts'

interface KeptDraft extends ModelDraft {
  latest: ModelDraftOptions | undefined
}

/** Edits that wait, by session and model: they are still there when one comes back to the screen. */
const kept = new WeakMap<ContentSession, Map<string, KeptDraft>>()

function draftOf(session: ContentSession, model: string): KeptDraft {
  const all = kept.get(session) ?? new Map<string, KeptDraft>()
  kept.set(session, all)
  const known = all.get(model)
  if (known) return known
  const made: KeptDraft = {
    ...createModelDraft({
      save: async (input) => made.latest?.save(input),
      preview: async (input) => made.latest?.preview(input),
    }),
    latest: undefined,
  }
  all.set(model, made)
  return made
}

/** Everything that a model says: its fields, its settings, and its file. Harmless edits are saved by themselves. */
export function ModelEditor({ model, overview }: { model: ContentModel; overview: ContentOverview }) {
  const { session, project } = useContent()
  const { show } = useToast()
  const [view, setView] = useState<'fields' | 'json'>('fields')
  const [open, setOpen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const progress = useProgress()
  const disabled = !mayDesign(project.role)

  const preview = async (input: SaveModelInput) => {
    const { migrate: _, ...asked } = input
    const answer = await callOperation(project.id, operations.previewModel, asked)
    return answer.ok ? answer.value.data : undefined
  }
  const save = async (input: SaveModelInput) => {
    const rest = { id: input.id, ...(input.migrate ? { migrate: input.migrate } : {}) }
    progress.begin(model.count)
    const answer = await session.runTogether((run) =>
      // The outcome tells the rest: the model itself is saved by then.
      saveAll((number) => run(operations.saveModel, number === 0 ? input : rest), progress.tell),
    )
    progress.end()
    if (!answer.ok) return { code: answer.error.code, message: sentence(answer.error) }
    const { affected, left = 0 } = answer.value.data
    if (left > 0) show({ title: strings.leftOver(left), tone: 'attention', id: 'content-model' })
    else if (affected.entries > 0) show({ title: strings.changedEntries(affected.entries), id: 'content-model' })
    return undefined
  }
  const draft = draftOf(session, model.id)
  draft.latest = { save, preview }
  const { edit, held } = useStore(draft.state, (value) => value)

  const saved = fileOf(model)
  const file = edit?.file ?? saved
  const locale = overview.locales?.default ?? 'en'
  const targets = overview.models
    .filter(({ kind }) => kind === 'collection' || kind === 'document')
    .map(({ id, name }) => ({ id, name }))
  const domains = [...new Set(overview.models.map(({ domain }) => domain))].sort()
  const change = (next: (file: ModelFile) => ModelFile) =>
    draft.change(saved, (before) => ({ ...before, file: next(before.file) }))
  const changeEdit = (next: (edit: ModelEdit) => ModelEdit) => draft.change(saved, next)

  return (
    <main className="grow min-h-0 overflow-auto bg-surface">
      <div className={styles.column}>
        <div className={styles.head}>
          <Link to={paths.content(project.id, { model: model.id })} className={styles.back}>
            <ArrowLeft size={14} aria-hidden="true" />
            {strings.entriesTitle(model.name)}
          </Link>
          <span className="grow" />
          {!disabled && (
            <span className={styles.quiet} role="status">
              {held ? strings.notSaved : edit ? strings.saving : strings.allSaved}
            </span>
          )}
        </div>
        <div className={styles.head}>
          <h1 className="break-anywhere type-title">{file.name}</h1>
          <span className={styles.quiet}>
            {strings.kinds[file.kind].name} · <span className={styles.code}>{file.id}</span>
          </span>
          <span className="grow" />
          <Segmented
            label={strings.view}
            value={view}
            onChange={setView}
            options={[
              { value: 'fields', label: strings.fieldsView },
              { value: 'json', label: strings.jsonView },
            ]}
          />
          {!disabled && (
            <IconButton label={strings.deleteModel} onClick={() => setDeleting(true)}>
              <Trash2 size={15} />
            </IconButton>
          )}
        </div>
        {disabled && <ErrorNote tone="info" title={strings.onlyAdmins} />}
        {edit && held && (
          <Consequences
            held={held}
            file={file}
            locale={locale}
            progress={progress.shown}
            onSave={(migrate) => draft.save(migrate)}
            onDiscard={draft.discard}
          />
        )}
        {view === 'json' ? (
          <JsonModel
            key={model.id}
            file={file}
            base={saved}
            disabled={disabled}
            preview={async (next, rename) => {
              const input = saveModelInput({ base: saved, file: next, rename })
              return input && (await preview(input))
            }}
            onSave={(next, rename) => {
              draft.discard()
              changeEdit(() => ({ base: saved, file: next, rename }))
            }}
          />
        ) : (
          <>
            <section className={styles.section} aria-label={strings.fields}>
              <div className={styles.head}>
                <h2 className="type-heading">{strings.fields}</h2>
                <span className="grow" />
                {!disabled && file.kind !== 'dictionary' && (
                  <Button size="sm" icon={<Plus size={14} />} onClick={() => setAdding(true)}>
                    {strings.addField}
                  </Button>
                )}
              </div>
              {!disabled && <SharingProposal models={[model]} />}
              {file.kind === 'dictionary' ? (
                <p className={styles.quiet}>{strings.noFieldsOfDictionary}</p>
              ) : Object.keys(file.fields ?? {}).length === 0 ? (
                <EmptyState icon={<Plus size={20} />} title={strings.noFieldsYet}>
                  {strings.noFieldsYetHint}
                </EmptyState>
              ) : (
                <FieldList
                  file={file}
                  locale={locale}
                  targets={targets}
                  disabled={disabled}
                  open={open}
                  onOpen={setOpen}
                  onRename={(from, to) => {
                    changeEdit((before) => withName(before, from, to))
                    setOpen(to)
                  }}
                  onChange={(name, field) => change((before) => withField(before, name, field))}
                  onOrder={(names) => change((before) => withOrder(before, names))}
                  layoutOf={(name) => (
                    <>
                      <SharedField model={model} name={name} disabled={disabled} />
                      <LayoutFields model={model} name={name} disabled={disabled} />
                    </>
                  )}
                />
              )}
            </section>
            <ModelSettings
              model={model}
              file={file}
              locale={locale}
              domains={domains}
              disabled={disabled}
              onChange={change}
            />
          </>
        )}
      </div>
      {adding && (
        <AddField
          kind={file.kind}
          taken={Object.keys(file.fields ?? {})}
          targets={targets.map(({ id }) => id)}
          onAdd={(name, field) => {
            const order = Math.max(0, ...Object.values(file.fields ?? {}).map((each) => each.order ?? 0)) + 1
            change((before) => withField(before, name, { ...field, order }))
            setOpen(name)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {deleting && <DeleteModel model={model} onClose={() => setDeleting(false)} />}
    </main>
  )
}
