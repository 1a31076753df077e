import { createMemoryView, type Json } from '@atelier/documents'
import { describe, expect, it } from 'vitest'
import { CONTENT_ID, createTestContent, type TestContent } from '../../../testing/project.ts'
import { openBranch } from '../../branch/branchDocument.ts'
import { createBranch } from './createBranch.ts'
import { list_branches } from './listBranches.ts'
import { merge_branch } from './mergeBranch.ts'
import { scheduleBranch } from './scheduleBranch.ts'

const reviewer = { capabilities: new Set(['document.read', 'content.review'] as const) }
const post = {
  id: 'post',
  name: 'Post',
  kind: 'collection' as const,
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string' as const, required: true } },
}

/** A branch that sets these keys, by any author. */
async function branchWith(values: Record<string, Json>): Promise<{ project: TestContent; name: string; one: string }> {
  const project = createTestContent({ models: [post] })
  const one = project.addEntry('post', 'one', { en: { title: 'One' } })
  const { id, branch: name } = await project.run(createBranch, { title: 'Spring' })
  const draft = project.documents.get(id)
  for (const [key, value] of Object.entries(values)) draft?.set(key.replace('ONE', one), value)
  return { project, name, one }
}

const models: Record<string, Json> = {
  'public:post': true,
  'route:post': 'blog',
  'form:post': { fields: {} },
  'moving:post': { from: 'en', after: 'one' },
  'files:post': 'abc',
  'config/workflow': 'review',
  'config/anything': 1,
  'model:author': { kind: 'collection', name: 'Author', domain: 'blog', i18n: false },
  'model:post/deleted': true,
  'model:post/name': 'Posts',
  'model:none/name': 'Hidden',
  'field:post/text': { type: 'text' },
  'field:post/title/name': 'headline',
  'field:post/title/deleted': true,
  'field:none/text': { type: 'text' },
}

describe('a branch', () => {
  it.each(Object.entries(models))('shows %s, and needs who may change models to merge it', async (key, value) => {
    const { project, name } = await branchWith({ [`${CONTENT_ID}/${key}`]: { value } })
    const shown = await project.run(list_branches, { branch: name })
    expect([shown.models, shown.settings].flat()).not.toEqual([])
    const resolutions = (shown.conflicts ?? []).map(({ id }) => ({ id, take: 'ours' as const }))
    expect(await project.call(merge_branch, { branch: name, resolutions }, reviewer)).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    })
    const at = '2026-04-01T10:00:00Z'
    expect(await project.call(scheduleBranch, { branch: name, at }, reviewer)).toMatchObject({
      ok: false,
      error: { code: 'not_allowed' },
    })
    expect(project.documents.get(CONTENT_ID)?.get(key)).not.toEqual(value)
    expect(await project.call(merge_branch, { branch: name, resolutions })).toMatchObject({ ok: true })
  })

  it('shows terms and saved lists, which a reviewer may merge', async () => {
    const list = { columns: ['title'] }
    const { project, name } = await branchWith({
      [`${CONTENT_ID}/term:studio/en`]: { value: 'Studio' },
      [`${CONTENT_ID}/list:post/mine`]: { value: list },
      'ONE/en/title': { base: 'One', value: 'Uno' },
    })
    expect(await project.run(list_branches, { branch: name })).toMatchObject({
      vocabulary: [{ term: 'studio', locale: 'en', after: 'Studio' }],
      settings: [{ property: 'list:post/mine', after: list }],
      entries: [{ entry: 'one' }],
    })
    expect(await project.call(merge_branch, { branch: name }, reviewer)).toMatchObject({ ok: true })
    expect(project.documents.get(CONTENT_ID)?.get('list:post/mine')).toEqual(list)
  })

  it.each<[string, Json]>([
    [`${CONTENT_ID}/else:post`, true],
    [`${CONTENT_ID}/public:post`, 'yes'],
    [`${CONTENT_ID}/route:post`, '../x'],
    ['ONE/entry', { model: 'author', id: 'x' }],
    ['ONE/id', 'no id'],
    ['ONE/deleted', 'yes'],
    ['ONE/en:status', 'live'],
    ['ONE/en:publish_at', 'soon'],
    ['ONE/nowhere', 1],
  ])('is shown with %s, which nobody can merge', async (key, value) => {
    const { project, name, one } = await branchWith({ [key]: { value } })
    const base = project.documents.get(one)?.get(key.slice(4))
    if (base !== undefined) {
      const id = [...project.documents].find(([, view]) => view.get('name') === name)?.[0] ?? ''
      project.documents.get(id)?.set(key.replace('ONE', one), { base, value })
    }
    const { entries = [], settings = [] } = await project.run(list_branches, { branch: name })
    expect(entries.length + settings.length).toBeGreaterThan(0)
    expect(await project.call(merge_branch, { branch: name })).toMatchObject({
      ok: false,
      error: { code: 'invalid_branch' },
    })
  })

  it('is shown with documents that are no content, and cannot be merged', async () => {
    const { project, name } = await branchWith({})
    const other = createMemoryView()
    openBranch(other, { name: 'cr/other', title: 'Other' })
    const documents = new Map([...project.documents, ['other', other]])
    const branch = [...project.documents.values()].find((view) => view.get('name') === name)
    branch?.set('other/state', { base: 'open', value: 'merged' })
    const given = {
      branches: {
        all: [
          {
            id: 'b',
            name,
            title: 'Spring',
            state: 'open' as const,
            changes: 1,
            createdBy: 'ann',
            createdAt: 0,
            updatedAt: 0,
          },
        ],
        drafts: {
          open: async (id: string) => (id === 'b' ? branch : documents.get(id)),
          create: () => createMemoryView(),
        },
        reader: project.reader,
      },
    }
    expect(await project.call(list_branches, { branch: name }, given)).toMatchObject({
      data: { settings: [{ property: 'other/state', before: 'open', after: 'merged' }] },
    })
    for (const operation of [merge_branch, scheduleBranch])
      expect(await project.call(operation, { branch: name, at: '2026-04-01T10:00:00Z' }, given)).toMatchObject({
        ok: false,
      })
    expect(other.get('state')).toBe('open')
  })

  it('takes no value that an entry cannot hold as the decision of a conflict', async () => {
    const { project, name, one } = await branchWith({ 'ONE/en:status': { base: 'draft', value: 'archived' } })
    project.documents.get(one)?.set('en:status', 'in_review')
    const { conflicts = [] } = await project.run(list_branches, { branch: name })
    const resolutions = [{ id: conflicts[0]?.id ?? '', take: 'value' as const, value: 'live' }]
    expect(await project.call(merge_branch, { branch: name, resolutions })).toMatchObject({
      error: { code: 'invalid_branch' },
    })
  })
})
