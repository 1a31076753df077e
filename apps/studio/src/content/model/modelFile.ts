import type { ContentModel } from '@atelier/api'
import { type FieldDefinition, localeStrategies, type ModelFile } from '@atelier/content'
import { isDefinition } from '../entry/fieldDefinition.ts'
import type { ContentHandle, operations } from '../session/handles.ts'

export type SaveModelInput = typeof operations.saveModel extends ContentHandle<infer Input, unknown> ? Input : never

/** A model as its file has it, fields in the order in which they are shown. */
export function fileOf(model: ContentModel): ModelFile {
  const fields = [
    ...(model.slug ? [['slug', model.slug] as const] : []),
    ...model.fields.filter(({ implied }) => !implied).map(({ name, definition }) => [name, definition] as const),
  ].flatMap(([name, definition]) => (isDefinition(definition) ? [[name, definition] as const] : []))
  const { id, name, kind, domain, description, titleField, contentPath, localeStrategy } = model
  const strategy = localeStrategies.find((each) => each === localeStrategy)
  return {
    id,
    name,
    kind,
    domain,
    i18n: model.locales[0] !== '*',
    ...(titleField === undefined ? {} : { title_field: titleField }),
    ...(description === undefined ? {} : { description }),
    ...(contentPath === undefined ? {} : { content_path: contentPath }),
    ...(strategy === undefined ? {} : { locale_strategy: strategy }),
    ...(kind === 'dictionary' ? {} : { fields: Object.fromEntries(fields) }),
  }
}

/** A change of a model that is not saved: what it was made from, what it is, and which fields have another name. */
export interface ModelEdit {
  base: ModelFile
  file: ModelFile
  /** Names in `base` to names in `file`. */
  rename: Readonly<Record<string, string>>
}

const same = (one: unknown, other: unknown) => canonical(one) === canonical(other)

/** A value as text in which the order of members does not count. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** The input that saves an edit and keeps the rest as it is; undefined if there is nothing to save. */
export function saveModelInput({ base, file, rename }: ModelEdit): SaveModelInput | undefined {
  const before = base.fields ?? {}
  const after = file.fields ?? {}
  const renamed = new Map(Object.entries(rename).map(([from, to]) => [to, from]))
  const fields: Record<string, unknown> = {}
  for (const [name, definition] of Object.entries(after)) {
    const old = before[renamed.get(name) ?? name]
    if (!old || !same(old, definition)) fields[name] = definition
  }
  for (const name of Object.keys(before))
    if (rename[name] === undefined && !Object.hasOwn(after, name)) fields[name] = null
  const { title_field: title } = base
  const titleNow = title === undefined ? undefined : (rename[title] ?? title)
  const input: SaveModelInput = {
    id: file.id,
    ...(file.name === base.name ? {} : { name: file.name }),
    ...(file.kind === base.kind ? {} : { kind: file.kind }),
    ...(file.domain === base.domain ? {} : { domain: file.domain }),
    ...(file.i18n === base.i18n ? {} : { i18n: file.i18n }),
    ...(file.title_field === undefined || file.title_field === titleNow ? {} : { title_field: file.title_field }),
    ...(file.description === base.description ? {} : { description: file.description ?? '' }),
    ...(file.content_path === base.content_path ? {} : { content_path: file.content_path ?? '' }),
    ...(file.locale_strategy === base.locale_strategy ? {} : { locale_strategy: file.locale_strategy ?? 'file' }),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(Object.keys(rename).length > 0 ? { rename: { ...rename } } : {}),
  }
  return Object.keys(input).length > 1 ? input : undefined
}

/** An edit after an earlier state of it was saved. */
export function rebased(edit: ModelEdit, sent: ModelEdit): ModelEdit {
  const rename = Object.fromEntries(
    Object.entries(edit.rename).flatMap(([name, now]) => {
      const saved = sent.rename[name] ?? name
      return saved === now ? [] : [[saved, now]]
    }),
  )
  return { base: sent.file, file: edit.file, rename }
}

/** The same field under another name, at its place. */
export function withName(edit: ModelEdit, from: string, to: string): ModelEdit {
  const fields = Object.entries(edit.file.fields ?? {}).map(
    ([name, field]) => [name === from ? to : name, field] as const,
  )
  const { title_field: title } = edit.file
  const origin = Object.entries(edit.rename).find(([, now]) => now === from)?.[0] ?? from
  const { [origin]: _, ...others } = edit.rename
  const isKnown = Object.hasOwn(edit.base.fields ?? {}, origin)
  return {
    ...edit,
    file: {
      ...edit.file,
      fields: Object.fromEntries(fields),
      ...(title === from ? { title_field: to } : {}),
    },
    rename: isKnown && origin !== to ? { ...others, [origin]: to } : others,
  }
}

/** Fields in another order, which their definitions say. */
export function withOrder(file: ModelFile, names: readonly string[]): ModelFile {
  const { fields = {} } = file
  const ordered = names.flatMap((name, at) =>
    fields[name] ? [[name, { ...fields[name], order: at + 1 }] as const] : [],
  )
  return { ...file, fields: Object.fromEntries(ordered) }
}

/** With another definition of a field, or without it. */
export function withField(file: ModelFile, name: string, definition: FieldDefinition | undefined): ModelFile {
  const { [name]: _, ...others } = file.fields ?? {}
  if (!definition) return { ...file, fields: others }
  return { ...file, fields: { ...file.fields, [name]: definition } }
}

/**
 * The removed fields that have another name now: those that only one new field resembles in all but its label and
 * place, and the other way round.
 */
export function renamesIn(base: ModelFile, file: ModelFile): Record<string, string> {
  const [before, after] = [base.fields ?? {}, file.fields ?? {}]
  const textOf = ({ label: _, order: __, description: ___, ...rest }: FieldDefinition) => canonical(rest)
  const gone = Object.entries(before).filter(([name]) => !Object.hasOwn(after, name))
  const made = Object.entries(after).filter(([name]) => !Object.hasOwn(before, name))
  return Object.fromEntries(
    gone.flatMap(([name, field]) => {
      const alike = made.filter(([, each]) => textOf(each) === textOf(field))
      const rivals = gone.filter(([, each]) => textOf(each) === textOf(field))
      const [only] = alike
      return only && alike.length === 1 && rivals.length === 1 ? [[name, only[0]]] : []
    }),
  )
}
