import type { AnswerOf, ContentIssue, ContentModel, readContentEntry } from '@atelier/api'
import { useState } from 'react'
import { NO_LOCALE } from '../../api/saveInput.ts'
import { Segmented } from '../../ui/index.ts'
import { languageName } from '../../ui/languageName.ts'
import { fieldLabel } from '../entry/labelOf.ts'
import { useContent } from '../session/context.ts'
import * as strings from '../strings.ts'
import { arrange, isWanted } from './arrange.ts'
import styles from './Form.module.css'
import { FormField } from './FormField.tsx'
import type { FieldDraft, FieldDrafts } from './fieldDrafts.ts'
import { toKey } from './fieldKey.ts'
import { shownText } from './useFieldDrafts.ts'
import type { usePresence } from './usePresence.ts'

type EntryData = AnswerOf<typeof readContentEntry>
type Field = ContentModel['fields'][number]

interface EntryFieldsProps {
  model: ContentModel
  entryId: string
  data: EntryData | undefined
  /** The locales that are shown. */
  shown: readonly string[]
  drafts: FieldDrafts
  all: ReadonlyMap<string, FieldDraft>
  presence: ReturnType<typeof usePresence>
  waits: (locale: string, field: string) => boolean
  /** The open comments on the entry. */
  comments: readonly { locale?: string; field?: string }[]
  /** Shows what is said about a field. */
  onComments: (about: { locale: string; field: string }) => void
}

/** The fields of an entry in their tabs and sections. One whose condition is not met is only shown if something is wrong with it. */
export function EntryFields(props: EntryFieldsProps) {
  const { model, data, shown, drafts } = props
  const [chosen, setChosen] = useState<string>()
  const isShown = (field: Field) =>
    hasProblem(data, field) ||
    shown.some((locale) => props.all.has(toKey(locale, field.name))) ||
    shown.some((locale) => isWanted(field, (name) => drafts.text(toKey(locale, name))))
  const tabs = arrange(model.fields.filter(isShown))
  const tab = tabs.find(({ title }) => (title ?? '') === chosen) ?? tabs[0]
  return (
    <>
      {tabs.length > 1 && (
        <Segmented
          label={strings.partsOfTheForm}
          value={tab?.title ?? ''}
          onChange={setChosen}
          options={tabs.map(({ title, sections }) => ({
            value: title ?? '',
            label: strings.tabWithProblems(
              title ?? strings.firstTab,
              sections.flatMap(({ fields }) => fields.filter((field) => hasProblem(data, field))).length,
            ),
          }))}
        />
      )}
      {tab?.sections.map(({ title, fields }) => {
        const rows = fields.map((field) => <FieldRow key={field.name} {...props} field={field} />)
        if (title === undefined) return rows
        return (
          <section key={title} className={styles.section} aria-label={title}>
            <h2 className="type-heading">{title}</h2>
            {rows}
          </section>
        )
      })}
    </>
  )
}

/** A field in each of the languages that are shown. */
function FieldRow({
  model,
  entryId,
  data,
  shown,
  drafts,
  all,
  presence,
  waits,
  comments,
  onComments,
  field,
}: EntryFieldsProps & { field: Field }) {
  const { readsOnly } = useContent()
  const [main = NO_LOCALE] = model.locales
  const isShared = field.shared === true && model.locales.length > 1
  return (
    <div className={isShared ? undefined : styles.locales}>
      {(isShared ? [main] : shown).map((locale) => {
        const key = toKey(locale, field.name)
        const state = data?.locales.find((each) => each.locale === locale)
        const isSlug = model.kind === 'document' && field.name === 'slug'
        const about = { locale, field: field.name }
        const isTranslation = locale !== main && !isSlug
        return (
          <FormField
            key={key}
            field={
              isShared
                ? { ...field, label: strings.fieldInAll(fieldLabel(field)) }
                : shown.length > 1
                  ? { ...field, label: strings.fieldIn(fieldLabel(field), locale) }
                  : field
            }
            shown={isSlug ? entryId : shownText(data, model, key)}
            draft={all.get(key)}
            issue={issueOf(data, locale, field.name)}
            original={isTranslation ? shownText(data, model, toKey(main, field.name)) : undefined}
            besideOriginal={shown.includes(main)}
            standsIn={state?.standIns?.fields.includes(field.name) ? languageName(state.standIns.locale) : undefined}
            translated={isTranslation && state?.translated === true}
            changed={isTranslation ? state?.changed?.find((each) => each.field === field.name) : undefined}
            readsOnly={readsOnly || isSlug}
            waits={waits(locale, field.name)}
            people={presence.inField(key)}
            onEnter={(inside) => presence.tell(inside ? key : undefined)}
            comments={comments.filter((each) => each.field === field.name && (each.locale ?? locale) === locale).length}
            onComments={() => onComments(about)}
            drafts={drafts}
            fieldKey={key}
          />
        )
      })}
    </div>
  )
}

const isAbout = (issue: ContentIssue, name: string) =>
  issue.field === name || issue.field?.startsWith(`${name}.`) === true

const hasProblem = (data: EntryData | undefined, { name }: Field) =>
  (data?.issues ?? []).some((issue) => issue.severity === 'error' && isAbout(issue, name))

/** The message at a field: an error before a warning. */
function issueOf(data: EntryData | undefined, locale: string, name: string): ContentIssue | undefined {
  const about = (data?.issues ?? []).filter(
    (issue) => (issue.locale === undefined || issue.locale === locale) && isAbout(issue, name),
  )
  return about.find(({ severity }) => severity === 'error') ?? about[0]
}
