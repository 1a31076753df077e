import { createOverlay, type DraftSet } from '@atelier/documents'
import { errorText, needsApproval } from '@atelier/operation'
import type { Static } from 'typebox'
import { describe, expect, it } from 'vitest'
import { createTestContent, type TestContent } from '../../../testing/project.ts'
import { readState } from '../../branch/branchDocument.ts'
import { createKept } from '../../branch/kept.ts'
import type { ComparedBranch } from '../../context/branches.ts'
import type { ModelFile } from '../../model/definition.ts'
import { delete_content } from '../entries/deleteContent.ts'
import { renameEntry } from '../entries/renameEntry.ts'
import { save_content } from '../entries/saveContent.ts'
import { branch_health } from './branchHealth.ts'
import { createBranch } from './createBranch.ts'
import { list_branches } from './listBranches.ts'
import { merge_branch } from './mergeBranch.ts'
import { reject_branch } from './rejectBranch.ts'
import { scheduleBranch } from './scheduleBranch.ts'

const models: ModelFile[] = [
  {
    id: 'author',
    name: 'Author',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'name',
    fields: { name: { type: 'string', required: true }, email: { type: 'email', unique: true } },
  },
  {
    id: 'post',
    name: 'Post',
    kind: 'collection',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true },
      text: { type: 'markdown' },
      author: { type: 'relation', model: 'author' },
    },
  },
  {
    id: 'settings',
    name: 'Settings',
    kind: 'singleton',
    domain: 'site',
    i18n: false,
    title_field: 'title',
    fields: { title: { type: 'string', required: true }, claim: { type: 'string' } },
  },
]

function blog(config = {}): TestContent {
  const project = createTestContent({ models, config })
  project.addEntry('author', 'ada', { '*': { name: 'Ada', email: 'ada@example.org' } })
  project.addEntry('post', 'one', { en: { title: 'One', text: 'Alpha\n\nBeta', author: 'ada' } })
  return project
}

async function openBranch(project: TestContent, title = 'Spring') {
  const { id, branch: name } = await project.run(createBranch, { title })
  return { name, given: { target: { workflow: 'review' as const, branch: { id, name } } }, id }
}

const titleOf = (project: TestContent, id: string, model = 'post') => {
  const locales = project.entry(model, id)?.locales
  return (locales?.en ?? locales?.['*'])?.values[model === 'author' ? 'name' : 'title']
}

describe('a branch', () => {
  it('takes the writes of the same operations, shows them only to their author, and is merged in one step that undo reverts', async () => {
    const project = blog()
    const { name, given } = await openBranch(project)
    const saved = await project.run(
      save_content,
      { model: 'post', data: { one: { title: 'Uno' }, two: { title: 'Two', author: 'ada' } } },
      given,
    )
    expect(saved).toMatchObject({ workflow: 'review', merged: false, branch: name })
    await project.run(save_content, { model: 'post', data: { two: { text: 'More' } } }, given)
    expect(titleOf(project, 'one')).toBe('One')
    expect(project.entry('post', 'two')).toBeUndefined()
    const refused = await project.call(save_content, { model: 'post', data: { three: { author: 'bob' } } }, given)
    expect(refused).toMatchObject({ ok: false })

    const shown = await project.run(list_branches, { branch: name })
    expect(shown).toMatchObject({
      total: 2,
      conflicts: [],
      entries: [
        { entry: 'one', change: 'changed', values: [{ locale: 'en', field: 'title', before: 'One', after: 'Uno' }] },
        { entry: 'two', change: 'added' },
      ],
    })
    const merged = await project.run(merge_branch, { branch: name })
    expect(merged).toMatchObject({ merged: true, branch: name, applied: expect.any(Number) })
    expect(titleOf(project, 'one')).toBe('Uno')
    expect(project.entry('post', 'two')?.locales.en?.values).toEqual({ title: 'Two', author: 'ada', text: 'More' })
    expect(new Set(project.shared().map(({ changeSetId }) => changeSetId))).toEqual(new Set(['call2', 'call3']))
    expect(await project.call(merge_branch, { branch: name })).toMatchObject({ error: { code: 'branch_closed' } })
  })

  it('is open again once its merge is undone, and can be merged again', async () => {
    const project = blog()
    const { name, given, id } = await openBranch(project)
    await project.run(save_content, { model: 'post', data: { one: { title: 'Uno' }, two: { title: 'Two' } } }, given)
    await project.run(merge_branch, { branch: name })
    expect(project.undo()).toEqual([])
    expect(titleOf(project, 'one')).toBe('One')
    const branch = project.documents.get(id)
    expect(branch && readState(branch)).toBe('open')
    await project.run(merge_branch, { branch: name })
    expect([titleOf(project, 'one'), titleOf(project, 'two')]).toEqual(['Uno', 'Two'])
  })

  it('asks about each value that both sides changed, names it, and merges as requested', async () => {
    const project = blog()
    const { name, given } = await openBranch(project)
    await project.run(save_content, { model: 'post', data: { one: { title: 'Ours', text: 'Alpha\n\nOurs' } } }, given)
    await project.run(save_content, { model: 'post', data: { one: { title: 'Theirs', text: 'Theirs\n\nBeta' } } })
    const refused = await project.call(merge_branch, { branch: name })
    expect(refused).toMatchObject({ ok: false, error: { code: 'merge_conflict', path: '/resolutions' } })
    expect(errorText(refused)).toContain('post/one · en · title: ours "Ours", theirs "Theirs"')
    const { conflicts = [] } = await project.run(list_branches, { branch: name })
    expect(conflicts).toMatchObject([{ entry: 'one', locale: 'en', field: 'title', base: 'One', ours: 'Ours' }])
    const [conflict] = conflicts
    const resolutions = [{ id: conflict?.id ?? '', take: 'value' as const, value: 'Both' }]
    await project.run(save_content, { model: 'post', data: { one: { title: 'Later' } } })
    const stale = await project.call(merge_branch, { branch: name, resolutions })
    expect(stale).toMatchObject({ error: { code: 'stale_resolution' } })
    const again = await project.run(list_branches, { branch: name })
    await project.run(merge_branch, {
      branch: name,
      resolutions: [{ id: again.conflicts?.[0]?.id ?? '', take: 'value', value: 'Both' }],
    })
    expect(project.entry('post', 'one')?.locales.en?.values).toMatchObject({ title: 'Both', text: 'Theirs\n\nOurs' })
  })

  it('is not merged into content that would not be valid', async () => {
    const refusals: [string, (project: TestContent, given: object) => Promise<void>][] = [
      [
        'not_unique',
        async (project, given) => {
          await project.run(
            save_content,
            { model: 'author', data: { eve: { name: 'Eve', email: 'x@example.org' } } },
            given,
          )
          await project.run(save_content, { model: 'author', data: { bob: { name: 'Bob', email: 'x@example.org' } } })
        },
      ],
      [
        'id_taken',
        async (project, given) => {
          await project.run(save_content, { model: 'author', data: { eve: { name: 'Eve' } } }, given)
          await project.run(save_content, { model: 'author', data: { eve: { name: 'Another Eve' } } })
        },
      ],
      [
        'broken_relation',
        async (project, given) => {
          await project.run(save_content, { model: 'author', data: { eve: { name: 'Eve' } } })
          await project.run(save_content, { model: 'post', data: { two: { title: 'Two', author: 'eve' } } }, given)
          await project.run(delete_content, { model: 'author', entryIds: ['eve'] })
        },
      ],
      [
        'referenced',
        async (project, given) => {
          await project.run(save_content, { model: 'author', data: { eve: { name: 'Eve' } } })
          await project.run(delete_content, { model: 'author', entryIds: ['eve'] }, given)
          await project.run(save_content, { model: 'post', data: { two: { title: 'Two', author: 'eve' } } })
        },
      ],
    ]
    for (const [code, act] of refusals) {
      const project = blog()
      const { name, given, id } = await openBranch(project)
      await act(project, given)
      const before = JSON.stringify(await project.reader.entries('author'))
      const result = await project.call(merge_branch, { branch: name })
      expect([code, result]).toMatchObject([code, { ok: false, error: { code } }])
      expect(JSON.stringify(await project.reader.entries('author'))).toBe(before)
      const branch = project.documents.get(id)
      expect(branch && readState(branch)).toBe('open')
    }
  })

  it('is merged by a caller who is limited to some locales where it changes nothing in others', async () => {
    const save = (data: object, locale?: string, model = 'post') => [save_content, { model, locale, data }] as const
    const acts = [
      ['a value in English', ['en'], save({ one: { title: 'Uno' } })],
      ['a new entry in English', ['en'], save({ two: { title: 'Two' } })],
      ['a value in Turkish', ['tr'], save({ one: { title: 'Bir' } }, 'tr')],
      ['an entry without locales', ['en', 'tr'], save({ ada: { name: 'Ada L.' } }, undefined, 'author')],
      ['the end of an entry in English', ['en'], [delete_content, { model: 'post', entryIds: ['one'] }]],
      ['the end of a translated entry', [], [delete_content, { model: 'post', entryIds: ['both'] }]],
      ['another id of a translated entry', [], [renameEntry, { model: 'post', entryId: 'both', newId: 'two' }]],
    ] as const
    for (const [what, allowed, [operation, input]] of acts) {
      for (const locale of ['en', 'tr'] as const) {
        const project = blog()
        project.addEntry('post', 'both', { en: { title: 'Both' }, tr: { title: 'Ikisi' } })
        const { name, given } = await openBranch(project)
        expect([what, await project.call(operation, input, given)]).toMatchObject([what, { ok: true }])
        const merged = await project.call(merge_branch, { branch: name }, { restriction: { locales: [locale] } })
        const may = allowed.some((each) => each === locale)
        const expected = may ? { ok: true } : { ok: false, error: { code: 'not_allowed' } }
        expect([what, locale, merged]).toMatchObject([what, locale, expected])
      }
    }
  })

  it('merges the only entry of a singleton that was made on both sides into one', async () => {
    const project = blog()
    const { name, given } = await openBranch(project)
    await project.run(save_content, { model: 'settings', data: { title: 'Site', claim: 'Ours' } }, given)
    await project.run(save_content, { model: 'settings', data: { title: 'Site' } })
    await project.run(merge_branch, { branch: name })
    expect(await project.reader.entries('settings')).toHaveLength(1)
    expect(project.entry('settings', 'main')?.locales['*']?.values).toEqual({ title: 'Site', claim: 'Ours' })
  })

  it('is rejected without a trace, and undo opens it again', async () => {
    const project = blog()
    const { name, given, id } = await openBranch(project)
    await project.run(save_content, { model: 'post', data: { one: { title: 'Uno' } } }, given)
    expect(await project.run(reject_branch, { branch: name })).toEqual({ rejected: true, branch: name })
    expect(titleOf(project, 'one')).toBe('One')
    expect((await project.run(list_branches, { state: 'rejected' })).branches).toMatchObject([{ name }])
    expect(await project.call(reject_branch, { branch: name })).toMatchObject({ error: { code: 'branch_closed' } })
    const branch = project.documents.get(id)
    await project.run(branch_health, {})
    expect(branch && readState(branch)).toBe('rejected')
  })

  it('can be given a time, which must be one that comes', async () => {
    const project = blog()
    const { name, id } = await openBranch(project)
    const at = '2026-04-01T10:00:00+02:00'
    expect(await project.run(scheduleBranch, { branch: name, at })).toEqual({
      branch: name,
      mergeAt: '2026-04-01T08:00:00.000Z',
    })
    expect(project.documents.get(id)?.get('merge_at')).toBe(Date.parse(at))
    expect((await project.run(list_branches, {})).branches).toMatchObject([{ mergeAt: '2026-04-01T08:00:00.000Z' }])
    for (const wrong of [
      '2026-04-01',
      'tomorrow',
      '2026-01-01T00:00:00Z',
      '2099-01-01T00:00:00Z',
      '2026-04-01T10:00',
    ]) {
      expect([wrong, await project.call(scheduleBranch, { branch: name, at: wrong })]).toMatchObject([
        wrong,
        { error: { code: 'time' } },
      ])
    }
    expect(await project.run(scheduleBranch, { branch: name, at: null })).toEqual({ branch: name })
    expect(project.documents.get(id)?.has('merge_at')).toBe(false)
  })
})

describe('the operations on branches', () => {
  it('warn and refuse to open another at the limits of the project', async () => {
    const project = blog({ branchWarnLimit: 1, branchBlockLimit: 2 })
    expect(await project.run(branch_health, {})).toMatchObject({ open: 0, state: 'healthy' })
    await openBranch(project)
    expect(await project.run(branch_health, {})).toMatchObject({ open: 1, state: 'warn' })
    await openBranch(project, 'Summer')
    expect(await project.run(branch_health, {})).toMatchObject({ open: 2, state: 'blocked' })
    expect(await project.call(createBranch, { title: 'Autumn' })).toMatchObject({ error: { code: 'branch_limit' } })
  })

  it('are compared once for all pages of what they would change, until something changes', async () => {
    const project = blog()
    for (let at = 0; at < 30; at += 1) project.addEntry('author', `a-${at}`, { '*': { name: `Author ${at}` } })
    const { name, given, id } = await openBranch(project)
    const data = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`a-${at}`, { name: `Writer ${at}` }]))
    await project.run(save_content, { model: 'author', data }, given)
    let reads = 0
    const drafts: DraftSet = {
      async open(documentId) {
        reads += 1
        const view = project.documents.get(documentId)
        return view && createOverlay(view)
      },
      create: () => {
        throw new Error('Nothing is written here.')
      },
    }
    const compared = createKept<ComparedBranch | undefined>(4, () => 0)
    const seen = createKept<boolean>(4, () => 0)
    const branch = { id, name, title: 'Spring', state: 'open' as const, changes: 30, createdBy: 'ann' }
    const branchesAt = (seq: number) => ({
      all: [{ ...branch, createdAt: 0, updatedAt: 0 }],
      drafts,
      reader: project.reader,
      kept: {
        compared: (key: string, make: () => Promise<ComparedBranch | undefined>) => compared(key, seq, make),
        seesAll: (key: string, make: () => Promise<boolean>) => seen(key, seq, make),
      },
    })
    const entries: string[] = []
    const counts: number[] = []
    for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
      const input = { branch: name, limit: 10, cursor }
      const page: Static<typeof list_branches.output> = await project.run(list_branches, input, {
        branches: branchesAt(7),
      })
      expect(page.total).toBe(30)
      entries.push(...(page.entries ?? []).map(({ entry }) => entry))
      counts.push(reads)
      cursor = page.cursor
    }
    expect(new Set(entries).size).toBe(30)
    // The branch, the models and each entry, beside their conflicts; nothing for the pages behind the first.
    expect(counts[0]).toBeGreaterThan(30)
    expect(new Set(counts).size).toBe(1)
    await project.run(save_content, { model: 'author', data: { 'a-3': { name: 'Ada' } } })
    const later = await project.run(list_branches, { branch: name, limit: 10 }, { branches: branchesAt(8) })
    expect(reads).toBeGreaterThan(counts[0] ?? 0)
    expect(later.conflicts).toMatchObject([{ entry: 'a-3', ours: 'Writer 3', theirs: 'Ada' }])
    // A limited caller's view of a list of branches is computed once.
    const limited = { restriction: { models: ['author'] }, branches: branchesAt(8) }
    expect(await project.run(list_branches, {}, limited)).toMatchObject({ total: 1 })
    const before = reads
    expect(await project.run(list_branches, {}, limited)).toMatchObject({ total: 1 })
    expect(reads).toBe(before)
  })
  it('name the branch that may be meant', async () => {
    const project = blog()
    const { name } = await openBranch(project)
    const near = `${name.slice(0, -1)}${name.endsWith('0') ? '1' : '0'}`
    const result = await project.call(merge_branch, { branch: near })
    expect(result).toMatchObject({
      error: { code: 'unknown_branch', hint: `Did you mean “${name}”? Open are ${name}.` },
    })
    expect(await project.call(createBranch, { title: 'x', model: '../x' })).toMatchObject({ error: { code: 'name' } })
    expect(await project.call(list_branches, { cursor: '-1' })).toMatchObject({ ok: false })
  })

  it('let a person decide before a model merges, rejects or schedules, and say what it is about', async () => {
    const all = [list_branches, merge_branch, reject_branch, branch_health, createBranch, scheduleBranch]
    const asking = all.filter(needsApproval).map((operation) => operation.name)
    expect(asking).toEqual(['merge_branch', 'reject_branch', 'scheduleBranch'])
    expect(all.map(({ workflow }) => workflow)).toEqual(['none', 'manual', 'manual', 'none', 'none', 'manual'])
  })

  it('show and decide on nothing of models and locales that the caller may not see', async () => {
    const project = blog()
    const { name, given } = await openBranch(project)
    await project.run(save_content, { model: 'post', data: { one: { title: 'Ours' } } }, given)
    await project.run(save_content, { model: 'author', data: { ada: { name: 'Ours' } } }, given)
    for (const [model, id] of [
      ['post', 'one'],
      ['author', 'ada'],
    ] as const) {
      const field = model === 'post' ? 'title' : 'name'
      await project.run(save_content, { model, data: { [id]: { [field]: 'Theirs' } } })
    }
    const restriction = { models: ['author'] }
    const shown = await project.run(list_branches, { branch: name }, { restriction })
    expect(JSON.stringify(shown)).not.toContain('post')
    expect(shown).toMatchObject({ entries: [{ entry: 'ada' }], conflicts: [{ entry: 'ada' }] })
    for (const operation of [merge_branch, reject_branch]) {
      expect(await project.call(operation, { branch: name }, { restriction })).toMatchObject({
        error: { code: 'not_allowed' },
      })
    }
  })

  it('answer with pages that fit one result', async () => {
    const project = blog()
    const { name, given } = await openBranch(project)
    const data = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`p${at}`, { title: `Title ${at}`, text: 'word '.repeat(400) }]),
    )
    await project.run(save_content, { model: 'post', data }, given)
    const seen = new Set<string>()
    for (let cursor: string | undefined = '0'; cursor !== undefined; ) {
      const page: { entries?: { entry: string }[]; cursor?: string } = await project.run(list_branches, {
        branch: name,
        limit: 50,
        cursor,
      })
      expect(JSON.stringify(page).length).toBeLessThan(16_000)
      for (const { entry } of page.entries ?? []) seen.add(entry)
      cursor = page.cursor
    }
    expect(seen.size).toBe(120)
  })
})
