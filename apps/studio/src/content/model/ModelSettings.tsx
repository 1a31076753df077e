import type { ContentModel } from '@atelier/api'
import type { ModelFile } from '@atelier/content'
import { sentence } from '../../api/client.ts'
import { Check } from '../../ui/Check.tsx'
import { Select, useToast } from '../../ui/index.ts'
import { useContent } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { CommitField } from './CommitField.tsx'
import { labelIn } from './fieldTypes.ts'
import styles from './Model.module.css'
import { withField } from './modelFile.ts'
import * as strings from './strings.ts'

/** Types whose value can name an entry, as the model is checked for it. */
const titleTypes: ReadonlySet<string> = new Set([
  'string',
  'text',
  'slug',
  'email',
  'url',
  'code',
  'markdown',
  'richtext',
])
const ORDER = 'order'

/** A model's settings besides its fields, and where its entries are shown. */
export function ModelSettings({
  model,
  file,
  locale,
  domains,
  disabled,
  onChange,
}: {
  model: ContentModel
  file: ModelFile
  locale: string
  /** Those that models are in. */
  domains: readonly string[]
  disabled: boolean
  onChange: (next: (file: ModelFile) => ModelFile) => void
}) {
  const hasEntries = file.kind === 'collection' || file.kind === 'document'
  const fields = Object.entries(file.fields ?? {})
  const titles = fields.filter(([, { type }]) => titleTypes.has(type))
  return (
    <>
      <section className={styles.section} aria-label={strings.settings}>
        <h2 className="type-heading">{strings.settings}</h2>
        <div className={styles.pair}>
          <CommitField
            label={strings.modelName}
            value={file.name}
            disabled={disabled}
            onCommit={(text) => {
              if (text.trim() === '') return strings.modelNameMissing
              onChange((before) => ({ ...before, name: text.trim() }))
              return undefined
            }}
          />
          <CommitField
            label={strings.domain}
            hint={`${strings.domainHint} ${domains.join(', ')}`}
            value={file.domain}
            mono
            disabled={disabled}
            onCommit={(text) => {
              onChange((before) => ({ ...before, domain: text.trim() }))
              return undefined
            }}
          />
          <CommitField
            label={strings.modelDescription}
            value={file.description ?? ''}
            rows={2}
            disabled={disabled}
            onCommit={(text) => {
              onChange(({ description: _, ...before }) => ({
                ...before,
                ...(text.trim() === '' ? {} : { description: text.trim() }),
              }))
              return undefined
            }}
          />
          {titles.length > 0 && (
            <Select
              label={strings.titleField}
              hint={strings.titleFieldHint}
              value={file.title_field ?? null}
              disabled={disabled}
              options={titles.map(([value, field]) => ({ value, label: labelIn(value, field, locale) }))}
              onChange={(next) => onChange((before) => ({ ...before, title_field: next }))}
            />
          )}
          <CommitField
            label={strings.contentPath}
            hint={strings.contentPathHint}
            value={file.content_path ?? ''}
            mono
            disabled={disabled}
            onCommit={(text) => {
              onChange(({ content_path: _, ...before }) => ({
                ...before,
                ...(text.trim() === '' ? {} : { content_path: text.trim() }),
              }))
              return undefined
            }}
          />
        </div>
        <div className="grid gap-8">
          <Check
            label={strings.translatedModel}
            hint={strings.translatedHint}
            checked={file.i18n}
            disabled={disabled}
            onChange={(i18n) => onChange((before) => ({ ...before, i18n }))}
          />
          {hasEntries && (
            <Check
              label={strings.orderByHand}
              hint={strings.orderByHandHint}
              checked={model.orderField !== undefined || file.fields?.[ORDER] !== undefined}
              disabled={disabled}
              onChange={(next) =>
                onChange((before) =>
                  withField(before, next ? ORDER : (model.orderField ?? ORDER), next ? { type: 'integer' } : undefined),
                )
              }
            />
          )}
        </div>
      </section>
      {file.kind !== 'dictionary' && <OnTheSite model={model} locale={locale} disabled={disabled} />}
    </>
  )
}

/** Where the entries of a model have pages, and whether everybody may read them. */
function OnTheSite({ model, locale, disabled }: { model: ContentModel; locale: string; disabled: boolean }) {
  const { session } = useContent()
  const { show } = useToast()
  const hasPages = model.kind === 'collection' || model.kind === 'document'
  const failed = (message: string) => show({ title: message, tone: 'danger', id: 'content-model' })
  return (
    <section className={styles.section} aria-label={strings.site}>
      <h2 className="type-heading">{strings.site}</h2>
      {hasPages && (
        <CommitField
          label={strings.route}
          hint={
            model.route === undefined
              ? strings.routeHint
              : strings.routeExample(exampleOf(model.route, locale, model.locales))
          }
          placeholder="blog"
          value={model.route ?? ''}
          mono
          disabled={disabled}
          onCommit={(text) => {
            const route = text.trim()
            void session
              .run(operations.setRoute, { model: model.id, route: route === '' ? null : route })
              .then((answer) => {
                if (!answer.ok) failed(sentence(answer.error))
              })
            return undefined
          }}
        />
      )}
      <Check
        label={strings.isPublic}
        hint={strings.publicHint}
        checked={model.public === true}
        disabled={disabled}
        onChange={(next) => {
          void session.run(operations.shareModel, { model: model.id, public: next }).then((answer) => {
            if (!answer.ok) failed(sentence(answer.error))
          })
        }}
      />
    </section>
  )
}

/** The addresses that a route gives an entry, in the first two languages. */
function exampleOf(route: string, main: string, locales: readonly string[]): string {
  const other = locales.find((locale) => locale !== main && locale !== '*')
  const address = `/${route}/my-entry/`
  return other === undefined ? address : `${address}, /${other}${address}`
}
