import type { ContentModel } from '@atelier/api'
import { type FieldDefinition, fieldTypes, slugOf } from '@atelier/content'
import { errorMessage } from '@atelier/operation'
import { useState } from 'react'
import { Button, ErrorNote, Select, TextField } from '../../ui/index.ts'
import type { ContentOverview } from '../session/context.ts'
import { useContent } from '../session/context.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { delimiters } from './csv.ts'
import { encodings } from './decodeText.ts'
import styles from './Import.module.css'
import type { ImportThread } from './importFile.ts'
import type { PlanSummary, ReadFile, Requests } from './messages.ts'
import type { PlannedModel, Target } from './plan.ts'
import { matchColumns, proposeModel } from './proposal.ts'
import { RowPreview } from './RowPreview.tsx'
import { readContext, type WrittenModel } from './readContext.ts'
import * as strings from './strings.ts'
import { guessField } from './values.ts'

export interface ImportPlanProps {
  overview: ContentOverview
  /** The model that the import was begun at. */
  given: ContentModel | undefined
  name: string
  file: ReadFile
  onReadAs: (as: Omit<Requests['read']['asks'], 'file'>) => void
  thread: () => ImportThread | undefined
  onAnother: () => void
}

/** Stands for a model that is still to be made. */
const NEW = ' '

/** The target of each column and the treatment of rows; then the rows, as they would be written. */
export function ImportPlan({ overview, given, name, file, onReadAs, thread, onAnother }: ImportPlanProps) {
  const { project } = useContent()
  const models = overview.models.filter(({ kind }) => kind === 'collection' || kind === 'document')
  const table = { columns: file.columns, rows: file.sample }
  const [proposal] = useState(() => proposeModel(table, name, new Set(overview.models.map(({ id }) => id))))
  const [modelId, setModelId] = useState(given && models.some(({ id }) => id === given.id) ? given.id : NEW)
  const model = models.find(({ id }) => id === modelId)
  const [targets, setTargets] = useState<Target[]>(() => targetsFor(model, file.columns, proposal.targets))
  const [types, setTypes] = useState(() => new Map(proposal.fields.map((field) => [field.name, field.definition])))
  const [modelName, setModelName] = useState(proposal.name)
  const locales = overview.locales?.supported ?? []
  const [locale, setLocale] = useState(overview.locales?.default ?? '')
  const [status, setStatus] = useState<'draft' | 'published'>('draft')
  const [update, setUpdate] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [checked, setChecked] = useState<{ summary: PlanSummary; written: WrittenModel }>()

  const choose = (id: string) => {
    setModelId(id)
    setTargets(
      targetsFor(
        models.find((each) => each.id === id),
        file.columns,
        proposal.targets,
      ),
    )
    setProblem(undefined)
  }
  const taken = new Set(overview.models.map(({ id }) => id))
  const made = (): WrittenModel => {
    if (model) return { ...plannedOf(model), name: model.name, isNew: false, localized: model.locales.length > 1 }
    const used = new Set(targets.flatMap((target) => (target.kind === 'field' ? [target.name] : [])))
    const fields = [...types]
      .filter(([each]) => used.has(each))
      .map(([each, definition]) => ({ name: each, definition }))
    const title = fields.find((each) => each.name === proposal.titleField && each.definition.type === 'string')
    const titleField = (title ?? fields.find(({ definition }) => definition.type === 'string'))?.name
    const base = slugOf(modelName) || 'entries'
    let id = base
    for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`
    return {
      id,
      name: modelName.trim(),
      kind: 'collection',
      isNew: true,
      localized: locales.length > 1,
      titleField,
      fields: fields.map((field) => {
        const { required: _, ...rest } = field.definition
        return { name: field.name, definition: field.name === titleField ? { ...rest, required: true } : rest }
      }),
    }
  }
  const check = async () => {
    const written = made()
    if (!targets.some(({ kind }) => kind === 'field')) return setProblem(strings.noColumns)
    if (written.isNew && written.name === '') return setProblem(strings.noName)
    if (written.isNew && written.titleField === undefined) return setProblem(strings.noTitle)
    const at = thread()
    if (!at) return
    setBusy(true)
    setProblem(undefined)
    try {
      const context = await readContext(project.id, written, targets, locale)
      if (context.isIncomplete && !update && targets.some(({ kind }) => kind === 'id'))
        return setProblem(strings.tooManyEntries)
      const { isIncomplete: _, ...known } = context
      const summary = await at.ask('plan', { model: written, targets, status, update, ...known })
      setChecked({ summary, written })
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }

  if (checked) {
    return (
      <RowPreview
        {...checked}
        targets={targets}
        columns={file.columns}
        locale={locale}
        thread={thread}
        onBack={() => setChecked(undefined)}
        onAnother={onAnother}
      />
    )
  }
  const lost = targets.filter(({ kind }) => kind === 'none').length
  const hasStatus = targets.some(({ kind }) => kind === 'status')
  const hasId = targets.some(({ kind }) => kind === 'id') || model?.kind === 'document'
  return (
    <>
      <div className={styles.facts}>
        <span>{strings.fileFacts(name, file.count, file.columns.length)}</span>
        <Button size="sm" variant="quiet" onClick={onAnother}>
          {strings.anotherFile}
        </Button>
      </div>
      {file.openQuote && <ErrorNote tone="attention" title={strings.openQuote} />}
      <div className={styles.choices}>
        <Select
          label={strings.into}
          value={modelId}
          options={[
            { value: NEW, label: strings.newModel },
            ...models.map(({ id, name: label }) => ({ value: id, label })),
          ]}
          onChange={choose}
        />
        {!model && (
          <TextField
            label={strings.modelName}
            value={modelName}
            onChange={(event) => setModelName(event.currentTarget.value)}
          />
        )}
        {locales.length > 1 && (!model || model.locales.length > 1) && (
          <Select
            label={strings.language}
            value={locale}
            options={locales.map((each) => ({ value: each, label: each }))}
            onChange={setLocale}
          />
        )}
        {file.format === 'csv' && (
          <>
            <Select
              label={strings.encoding}
              value={file.encoding}
              options={encodings.map((value) => ({ value, label: strings.encodings[value] }))}
              onChange={(value) => {
                const encoding = encodings.find((each) => each === value)
                if (encoding) onReadAs({ encoding, ...(file.delimiter ? { delimiter: file.delimiter } : {}) })
              }}
            />
            <Select
              label={strings.delimiter}
              value={file.delimiter ?? ','}
              options={delimiters.map((value) => ({ value, label: strings.delimiters[value] ?? value }))}
              onChange={(delimiter) => onReadAs({ delimiter, encoding: file.encoding })}
            />
          </>
        )}
        {!hasStatus && (
          <Select
            label={strings.publish}
            value={status}
            options={[
              { value: 'draft', label: strings.statuses.draft },
              { value: 'published', label: strings.statuses.published },
            ]}
            onChange={(value) => setStatus(value === 'published' ? 'published' : 'draft')}
          />
        )}
        {model && hasId && (
          <Select
            label={strings.existing}
            value={update ? 'update' : 'leave'}
            options={[
              { value: 'leave', label: strings.leaveExisting },
              { value: 'update', label: strings.updateExisting },
            ]}
            onChange={(value) => setUpdate(value === 'update')}
          />
        )}
      </div>
      {hasStatus && <p className={styles.text}>{strings.statusByColumn}</p>}
      {lost > 0 && <ErrorNote tone="attention" title={strings.fitsNothing(lost)} />}
      <ColumnTable
        file={file}
        targets={targets}
        fields={model ? model.fields : undefined}
        isDocument={model?.kind === 'document'}
        typeOf={(field) => types.get(field)?.type}
        onTarget={(at, target) => setTargets(withTarget(targets, at, target, model ? undefined : proposal.targets))}
        onType={(field, type) => {
          const known = fieldTypes.find((each) => each === type)
          const at = targets.findIndex((target) => target.kind === 'field' && target.name === field)
          if (!known) return
          const before = types.get(field)
          setTypes(
            new Map(types).set(
              field,
              definitionOf(
                known,
                before,
                file.sample.map((row) => row[at]),
              ),
            ),
          )
        }}
      />
      {problem !== undefined && <ErrorNote title={problem} />}
      <div className="row wrap gap-8">
        <Button variant="primary" size="lg" busy={busy} onClick={() => void check()}>
          {strings.checkRows}
        </Button>
      </div>
    </>
  )
}

const plannedOf = ({ id, kind, titleField, fields }: ContentModel): PlannedModel => ({
  id,
  kind: kind === 'document' ? 'document' : 'collection',
  titleField,
  // As the model file has it, by which the server checks as well.
  fields: fields.map(({ name, definition }) => ({ name, definition: definition as unknown as FieldDefinition })),
})

const targetsFor = (
  model: ContentModel | undefined,
  columns: readonly string[],
  proposed: readonly Target[],
): Target[] => (model ? matchColumns(columns, model.fields) : [...proposed])

/** One column decides on the id, on the status and on each field: the one before becomes nothing. */
function withTarget(
  targets: readonly Target[],
  at: number,
  target: Target,
  proposed: readonly Target[] | undefined,
): Target[] {
  const wanted = target.kind === 'field' && target.name === '' ? (proposed?.[at] ?? target) : target
  const isSame = (other: Target) =>
    wanted.kind !== 'none' &&
    other.kind === wanted.kind &&
    (wanted.kind !== 'field' || (other.kind === 'field' && other.name === wanted.name))
  return targets.map((each, index) => (index === at ? wanted : isSame(each) ? { kind: 'none' as const } : each))
}

function definitionOf(
  type: FieldDefinition['type'],
  before: FieldDefinition | undefined,
  cells: readonly unknown[],
): FieldDefinition {
  const { label, order } = before ?? {}
  const rest = { ...(label === undefined ? {} : { label }), ...(order === undefined ? {} : { order }) }
  if (type === 'array') return { type, items: 'string', ...rest }
  if (type !== 'select') return { type, ...rest }
  const guessed = guessField(cells)
  const options =
    guessed.options ?? [...new Set(cells.map((cell) => String(cell ?? '').trim()))].filter(Boolean).slice(0, 100)
  return { type, options, ...rest }
}
