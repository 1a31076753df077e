import type { Json } from '@atelier/documents'
import type { Envelope } from '@atelier/operation'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Value as Checked } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { startTestServer, type TestServer, withoutGit } from '../../testing/server.ts'
import { capabilitiesOf } from '../auth/roles.ts'

/*
 * Runs and people edit the same content through the operations of the server, live and on a branch. The expected result of
 * an undo is computed here from the authors of all writes, apart from documents, keys and patches: everything as if the
 * undone writes had never been made, and everything of others as it is.
 */

/** Whose an edit is: of the run, or of others. */
type Who = 'run' | 'other'

let server: TestServer
let project: { id: string; site_document_id: string }
let counter = 0

interface CallOptions {
  changeSetId?: string
  branchId?: string | undefined
}

async function attempt(name: string, input: object, { changeSetId, branchId }: CallOptions = {}): Promise<Envelope> {
  const operation = server.services.scopes.bound(`content.${name}`)
  if (!operation) throw new Error(name)
  const outcome = await server.services.executors.execute({
    project,
    operation,
    input,
    actor: { kind: changeSetId === undefined ? 'hand' : 'agent', userId: 'ada' },
    capabilities: capabilitiesOf('owner'),
    focus: branchId === undefined ? {} : { branchId },
    changeSetId: changeSetId ?? `hand-${++counter}`,
    picture: false,
    signal: new AbortController().signal,
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return outcome.result
}

async function call(name: string, input: object, options: CallOptions = {}): Promise<Json> {
  const result = await attempt(name, input, options)
  if (!result.ok) throw new Error(`${name} ${JSON.stringify(input)}: ${JSON.stringify(result.error)}`)
  return JSON.parse(JSON.stringify(result.data))
}

/** One value: who set it to what, the first time before anybody at work here. */
class Value {
  private readonly writes: { who: Who | 'before'; value: Json | undefined }[] = []

  constructor(first?: Json) {
    this.writes.push({ who: 'before', value: first })
  }

  write(who: Who, value: Json | undefined): void {
    if (JSON.stringify(value) !== JSON.stringify(this.now())) this.writes.push({ who, value })
  }

  now(): Json | undefined {
    return this.writes.at(-1)?.value
  }

  withoutRun(): Json | undefined {
    return this.writes.findLast(({ who }) => who !== 'run')?.value
  }

  byOthers(): boolean {
    return this.writes.some(({ who }) => who === 'other')
  }
}

/** An entry as it is expected: each of its values, and the paragraphs of its texts in their order. */
class Entry {
  readonly id: Value
  readonly isThere: Value
  readonly values = new Map<string, Value>()
  readonly texts = new Map<string, Value[]>()
  readonly maker: Who | 'before'

  constructor(id: string, maker: Who | 'before' = 'before') {
    this.maker = maker
    this.id = new Value(id)
    this.isThere = new Value(maker === 'before' ? true : undefined)
    if (maker !== 'before') this.isThere.write(maker, true)
  }

  at(place: string): Value {
    const known = this.values.get(place) ?? new Value()
    this.values.set(place, known)
    return known
  }

  /** A document that a run has made stays whole when others have written in it. */
  private staysWhole(): boolean {
    const all = [this.id, ...this.values.values(), ...[...this.texts.values()].flat()]
    return this.maker === 'run' && all.some((value) => value.byOthers())
  }

  after(undone: boolean): { id: string; values: Record<string, Json>; texts: Record<string, Json[]> } | undefined {
    const of = (value: Value) => (undone && !this.staysWhole() ? value.withoutRun() : value.now())
    if (of(this.isThere) !== true) return undefined
    return {
      id: String(of(this.id)),
      values: Object.fromEntries(
        [...this.values].flatMap(([place, value]) => {
          const is = of(value)
          return is === undefined ? [] : [[place, is]]
        }),
      ),
      texts: Object.fromEntries([...this.texts].map(([place, all]) => [place, all.flatMap((each) => of(each) ?? [])])),
    }
  }
}

const PARAGRAPHS = 3
const plain = ['title', 'lead', 'tags'] as const
const locales = ['en', 'tr'] as const
const keys = ['k0', 'k1', 'k2']

const pick = fc.nat({ max: 3 })
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('set' as const), field: fc.constantFrom(...plain) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('clear' as const), field: fc.constantFrom('lead', 'tags') }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('edit' as const), at: pick }) },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('insert' as const), at: pick }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('cut' as const), at: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('status' as const), status: fc.constantFrom('published', 'archived') }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('rename' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('create' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('term' as const), key: fc.constantFrom(...keys) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('renameField' as const) }) },
)
const step = fc.record({
  who: fc.constantFrom<Who>('run', 'other'),
  // Mostly one place, so that the run and others write over each other.
  entry: fc.constantFrom(0, 0, 0, 0, 1, 3),
  locale: fc.constantFrom('en', 'en', 'en', 'tr'),
  act,
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const steps = (maxLength: number) => fc.array(step, { maxLength })

/** A model of its own, a dictionary and three entries, and what is expected of them. */
async function createScene() {
  const number = ++counter
  const [model, terms] = [`post${number}`, `words${number}`]
  const run = `run-${number}`
  let made = 0
  const unique = (who: string) => `${who}-${++made}`
  await call('save_model', {
    id: model,
    domain: 'blog',
    fields: {
      title: { type: 'string' },
      lead: { type: 'text' },
      tags: { type: 'array', items: 'string' },
      text: { type: 'markdown' },
    },
  })
  await call('save_model', { id: terms, kind: 'dictionary', domain: 'blog' })
  const names = { title: new Value('title'), lead: new Value('lead'), tags: new Value('tags') }
  const entries: Entry[] = []
  for (const id of ['a', 'b', 'c']) {
    const entry = new Entry(id)
    for (const locale of locales) {
      const paragraphs = Array.from({ length: PARAGRAPHS }, (_, i) => `${id} ${locale} paragraph ${i}`)
      const data = { title: `${id} title`, lead: `${id} lead`, tags: [id], text: paragraphs.join('\n\n') }
      await call('save_content', { model, locale, data: { [id]: data } })
      for (const field of plain) entry.values.set(`${locale} ${field}`, new Value(data[field]))
      entry.values.set(`${locale} status`, new Value('draft'))
      entry.texts.set(
        `${locale} text`,
        paragraphs.map((text) => new Value(text)),
      )
    }
    entries.push(entry)
  }
  const dictionary = new Entry('main')
  for (const locale of locales) {
    await call('save_content', { model: terms, locale, data: { k0: 'zero', k1: 'one' } })
    for (const [key, text] of Object.entries({ k0: 'zero', k1: 'one' }))
      dictionary.values.set(`${locale} ${key}`, new Value(text))
  }

  /**
   * Makes one edit, and notes it.
   * @param as whose it counts as
   */
  async function make(each: Step, { as = each.who, branchId }: { as?: Who; branchId?: string | undefined } = {}) {
    const { who, locale } = each
    const options = { branchId, ...(who === 'run' ? { changeSetId: run } : {}) }
    const present = entries.filter(({ isThere }) => isThere.now() === true)
    const entry = present[each.entry % Math.max(1, present.length)]
    const id = String(entry?.id.now())
    const { act } = each
    const save = (data: object) => call('save_content', { model, locale, data: { [id]: data } }, options)
    const fieldName = (field: (typeof plain)[number]) => String(names[field].now())
    if (act.act === 'create') {
      const made = new Entry(unique('made'), as)
      const title = unique(who)
      for (const locale of locales) {
        await call('save_content', { model, locale, data: { [String(made.id.now())]: { title } } }, options)
        made.at(`${locale} title`).write(as, title)
        made.values.set(`${locale} status`, new Value('draft'))
      }
      entries.push(made)
    } else if (act.act === 'term') {
      const text = unique(who)
      await call('save_content', { model: terms, locale, data: { [act.key]: text } }, options)
      dictionary.at(`${locale} ${act.key}`).write(as, text)
    } else if (act.act === 'renameField') {
      const name = `lead_${++made}`
      await call('save_model', { id: model, rename: { [fieldName('lead')]: name } }, options)
      names.lead.write(as, name)
    } else if (!entry) {
      return
    } else if (act.act === 'set' || act.act === 'clear') {
      const text = unique(who)
      const value = act.act === 'clear' ? undefined : act.field === 'tags' ? [text] : text
      const place = entry.at(`${locale} ${act.field}`)
      if (act.act === 'clear' && place.now() === undefined) return
      await save({ [fieldName(act.field)]: value ?? null })
      place.write(as, value)
    } else if (act.act === 'edit' || act.act === 'insert' || act.act === 'cut') {
      const all = entry.texts.get(`${locale} text`)
      if (!all) return
      const shown = all.filter((each) => each.now() !== undefined)
      const chosen = shown[act.at % Math.max(1, shown.length)]
      if (!chosen || (act.act === 'cut' && shown.length < 2)) return
      if (act.act === 'insert') {
        const added = new Value()
        added.write(as, unique(who))
        all.splice(all.indexOf(chosen) + (act.at % 2), 0, added)
      } else chosen.write(as, act.act === 'cut' ? undefined : unique(who))
      await save({ text: all.flatMap((each) => each.now() ?? []).join('\n\n') })
    } else if (act.act === 'status') {
      await call('update_status', { model, entryIds: [id], locale, status: act.status }, options)
      entry.at(`${locale} status`).write(as, act.status)
    } else if (act.act === 'delete') {
      await call('delete_content', { model, entryIds: [id] }, options)
      entry.isThere.write(as, undefined)
    } else {
      const next = unique('id')
      await call('renameEntry', { model, entryId: id, newId: next }, options)
      entry.id.write(as, next)
    }
  }

  /** The content now, or a branch over it, in the form of `expected`. */
  async function shown(branch?: string) {
    const reader = server.services.content.reader(project.id)
    if (branch !== undefined) return undefined
    const schema = await reader.schema()
    const fields = schema?.models.find((each) => each.id === model)?.fields ?? []
    const nameOf = (key: string) => fields.find((field) => field.key === key)?.name ?? key
    const read = async (id: string) =>
      (await reader.entries(id)).map(({ id: entry, settled, issues }) => {
        const values: Record<string, Json> = {}
        const texts: Record<string, Json[]> = {}
        for (const [locale, own] of Object.entries(settled?.locales ?? {})) {
          if (own.standIn) continue
          for (const [name, value] of Object.entries(own.values)) {
            const key = fields.find((field) => field.name === name)?.key ?? name
            if (key === 'text') texts[`${locale} text`] = String(value).split('\n\n').sort()
            else values[`${locale} ${key}`] = value
          }
          if (id === model) values[`${locale} status`] = own.meta.status
        }
        return { id: entry, values, texts, issues }
      })
    return {
      lead: nameOf('lead'),
      entries: (await read(model)).sort((a, b) => (a.id < b.id ? -1 : 1)),
      terms: (await read(terms))[0]?.values,
    }
  }

  function expected(undone: boolean) {
    const lead = undone ? names.lead.withoutRun() : names.lead.now()
    const of = (entry: Entry) => {
      const after = entry.after(undone)
      if (!after) return []
      const texts = Object.fromEntries(
        Object.entries(after.texts).map(([place, all]) => [place, all.map(String).sort()]),
      )
      return [{ ...after, texts, issues: [] }]
    }
    return {
      lead,
      entries: entries.flatMap(of).sort((a, b) => (a.id < b.id ? -1 : 1)),
      terms: of(dictionary)[0]?.values,
    }
  }

  return { run, make, shown, expected }
}

const undo = (changeSetId: string) => server.services.documents.undo(changeSetId, { kind: 'hand', userId: 'ada' })

const Branch = Type.Object({ id: Type.String(), branch: Type.String() })
const openBranch = async () => Checked.Parse(Branch, await call('createBranch', { title: 'Proposal' }))
const branchState = async (id: string) =>
  (await server.services.content.state(project.id)).branches.find((branch) => branch.id === id)?.state

/** @param numRuns how many histories each property is tried with */
export function undoRunCases(numRuns: number): void {
  beforeAll(async () => {
    server = await startTestServer({}, { git: withoutGit })
    const { id, siteDocumentId } = await firstProject(server)
    project = { id, site_document_id: siteDocumentId }
    await call('init_project', { locales: ['en', 'tr'], domains: ['blog'] })
  })
  afterAll(() => server.close())

  describe('the undo of a run leaves every value of others, and restores all the rest', () => {
    test('in content that it edited live', async () => {
      await fc.assert(
        fc.asyncProperty(steps(12), async (all) => {
          const scene = await createScene()
          for (const each of all) await scene.make(each)
          expect(await scene.shown()).toEqual(scene.expected(false))
          await undo(scene.run)
          expect(await scene.shown()).toEqual(scene.expected(true))
        }),
        { numRuns },
      )
    })

    test('on a branch, before its merge', async () => {
      await fc.assert(
        fc.asyncProperty(steps(10), async (all) => {
          const scene = await createScene()
          const branch = await openBranch()
          for (const each of all) await scene.make(each, { branchId: branch.id })
          await undo(scene.run)
          await call('merge_branch', { branch: branch.branch })
          expect(await scene.shown()).toEqual(scene.expected(true))
        }),
        { numRuns },
      )
    })

    test('on a branch, after its merge and edits of the merged content', async () => {
      await fc.assert(
        fc.asyncProperty(steps(8), steps(4), async (all, later) => {
          const scene = await createScene()
          const branch = await openBranch()
          for (const each of all) await scene.make(each, { branchId: branch.id })
          await call('merge_branch', { branch: branch.branch })
          expect(await scene.shown()).toEqual(scene.expected(false))
          for (const each of later) await scene.make({ ...each, who: 'other' })
          await undo(scene.run)
          expect(await scene.shown()).toEqual(scene.expected(true))
        }),
        { numRuns },
      )
    })
  })

  test('the undo of a merge leaves what others have written since, and opens the branch again', async () => {
    await fc.assert(
      fc.asyncProperty(steps(8), steps(4), async (all, later) => {
        const scene = await createScene()
        const branch = await openBranch()
        // The undo covers all changes of the merge, also those that other users wrote on the branch.
        for (const each of all) await scene.make(each, { as: 'run', branchId: branch.id })
        const merge = `merge-${++counter}`
        await call('merge_branch', { branch: branch.branch }, { changeSetId: merge })
        expect(await branchState(branch.id)).toBe('merged')
        for (const each of later) await scene.make({ ...each, who: 'other' })
        expect(await undo(merge)).toMatchObject({ ok: true })
        expect(await scene.shown()).toEqual(scene.expected(true))
        expect(await branchState(branch.id)).toBe('open')
      }),
      { numRuns },
    )
  })
}
