import {
  type ContentSchema,
  type Entry,
  editsWait,
  entryName,
  fromStored,
  type LiveEntry,
  type Model,
  openOverview,
  readEntry,
  settleAnew,
  settleEntry,
  toStored,
} from '@atelier/content'
import { equalJson, type Json, type View } from '@atelier/documents'
import { inSlices, type Steps } from '@atelier/operation'
import type { Stamp } from '../files/lastEditors.ts'
import type { Change } from '../log/groups.ts'
import type { ContentAt, ContentStates, EditedEntry, EntriesAt, UnsettledEntry } from './contentStates.ts'

/** An entry that a branch writes. */
interface Touched extends EditedEntry {
  /** Undefined if its model is gone. */
  live: LiveEntry | undefined
  /** Without what the branch writes. */
  before: LiveEntry | undefined
}

/**
 * The content with all that a branch writes laid over it, as one group of changes.
 *
 * @param edits by document: the edit of the branch that wrote in it last
 */
export async function branchStates(
  content: ContentAt,
  branch: View,
  edits: ReadonlyMap<string, Change>,
): Promise<ContentStates> {
  const { schema: before, documentId: contentDocumentId } = content
  const overview = await openOverview(branch, content, contentDocumentId)
  const touchesModels = overview.schemaAfter !== overview.schemaBefore
  const after = touchesModels ? overview.schemaAfter : before

  const touched: Touched[] = []
  for (const each of overview.entries) {
    const { documentId, identity, identityBefore } = each
    const was = each.before.get('deleted') === true ? undefined : identityBefore?.id
    const model = after?.models.find(({ id }) => id === identity.model)
    const live = model && readEntry(each.after, model)
    const settled = live && !live.deleted && after ? settleEntry(live, model, after).settled : undefined
    touched.push({
      documentId,
      model: identity.model,
      id: live?.id ?? identity.id,
      was,
      settled: settled !== undefined,
      live,
      before: was === undefined || !model ? undefined : readEntry(each.before, model),
    })
  }

  return {
    async schemas() {
      return { before, after }
    },
    async edited() {
      return touched
    },
    async rewritten() {
      return new Set()
    },
    async entries(_group, model) {
      const old = before?.models.find(({ id }) => id === model.id)
      const stored = old ? await content.entries(old) : { settled: [], unsettled: [] }
      const own = touched.filter((each) => each.model === model.id)
      const replaced = new Set(own.map(({ id, was }) => was ?? id))
      const convert = old && before && after ? converter(old, model, before, after) : undefined
      const converted = (entry: Entry) => (convert ? convert(entry) : entry)
      function* shown(): Steps<EntriesAt> {
        const settled: Entry[] = []
        const unsettled: UnsettledEntry[] = []
        const lasts = new Map<string, Entry>()
        for (const entry of stored.settled) {
          if (replaced.has(entry.id)) lasts.set(entry.id, entry)
          else settled.push(converted(entry))
          yield
        }
        for (const entry of stored.unsettled) {
          if (replaced.has(entry.id)) {
            if (entry.last) lasts.set(entry.id, entry.last)
          } else unsettled.push({ ...entry, last: entry.last && converted(entry.last) })
        }
        for (const { id, live, was, before: unwritten } of own) {
          if (!live || live.deleted || !after) continue
          // Half-done changes of the branch show as before.
          const before = was === undefined ? undefined : lasts.get(was)
          const last = before && converted(before)
          const seen = editsWait(after.config) && last && unwritten ? overPublished(live, unwritten, last) : live
          const shown = settleEntry(seen, model, after, { last })
          if (shown.settled && shown.unsettled.size === 0) settled.push(shown.settled)
          else if (shown.settled || was !== undefined)
            unsettled.push({ id, was: was ?? id, last: shown.settled, locales: shown.unsettled })
          yield
        }
        return { settled, unsettled }
      }
      return inSlices(shown())
    },
    async stamps(_group, model) {
      const stamps = new Map<string, Stamp>()
      for (const { documentId, model: of, id, settled } of touched) {
        const edit = edits.get(documentId)
        if (of !== model.id || !settled || !edit) continue
        const source = edit.cause.kind === 'run' ? 'agent' : 'human'
        stamps.set(entryName({ model: of, id }), { source, by: edit.by.name, at: edit.at })
      }
      return stamps
    },
  }
}

/** An entry that a branch writes, without the edits of others that wait: its published values with those of the branch. */
function overPublished(live: LiveEntry, unwritten: LiveEntry, published: Entry): LiveEntry {
  const locales = Object.entries(live.locales).map(([locale, own]) => {
    const [before, shown] = [unwritten.locales[locale], published.locales[locale]]
    if (own.meta.status !== 'published' || before?.meta.status !== 'published' || !shown || shown.standIn)
      return [locale, own] as const
    const values: Record<string, Json> = { ...shown.values }
    for (const name of new Set([...Object.keys(own.values), ...Object.keys(before.values)])) {
      const value = own.values[name]
      if (equalJson(value, before.values[name])) continue
      if (value === undefined) delete values[name]
      else values[name] = value
    }
    return [locale, { ...own, values }] as const
  })
  return { ...live, locales: Object.fromEntries(locales) }
}

/** Shows an entry that the branch does not write by the models of the branch; undefined if they show it the same. */
function converter(
  old: Model,
  model: Model,
  before: ContentSchema,
  after: ContentSchema,
): ((entry: Entry) => Entry) | undefined {
  const isSame = JSON.stringify(old) === JSON.stringify(model)
  if (isSame && equalJson(localesIn(before), localesIn(after))) return undefined
  return (entry) => {
    const renamed = { ...entry, locales: fromStored(toStored(entry, old), model) }
    return settleAnew(renamed, model, after)
  }
}

const localesIn = ({ config: { locales } }: ContentSchema) => [locales.default, ...locales.supported]
