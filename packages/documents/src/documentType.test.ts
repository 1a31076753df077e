import { describe, expect, it } from 'vitest'
import { createDocumentTypes, type DocumentType, UnreadableDocument } from './documentType.ts'
import { createMemoryView, plainView } from './memory.ts'
import { createOverlay } from './overlay.ts'

const recipe: DocumentType = {
  kind: 'recipe',
  version: 3,
  describe: ({ before, after }) => ({
    title: 'A recipe',
    lines: before.get('title') === after.get('title') ? [] : [{ kind: 'changed', what: 'title', label: 'The title' }],
  }),
  async migrate(draft, from) {
    await Promise.resolve()
    if (from === 1) draft.set('title', `${draft.get('name')}`)
    else draft.set('title', `${draft.get('title')}!`)
    draft.delete('name')
  },
}
const note: DocumentType = { kind: 'note', version: 1, describe: () => ({ title: 'A note', lines: [] }) }

describe('document types', () => {
  const types = createDocumentTypes([recipe, note])

  it('bring a document through every version that it lacks, in order', async () => {
    const stored = createMemoryView([['name', 'Bread']])
    const draft = createOverlay(stored)
    await types.upgrade('recipe', 1, draft)
    expect(plainView(draft)).toEqual({ title: 'Bread!' })
    expect(plainView(stored)).toEqual({ name: 'Bread' })
    const newer = createMemoryView([['title', 'Bread']])
    await types.upgrade('recipe', 3, newer)
    expect(plainView(newer)).toEqual({ title: 'Bread' })
  })

  it('describe each changed document by its type, and leave out those without a visible change', () => {
    const changed = (kind: string, title: string) => ({
      documentId: `${kind}-${title}`,
      kind,
      patches: [],
      before: createMemoryView([['title', 'Bread']]),
      after: createMemoryView([['title', title]]),
    })
    expect(types.describe([changed('recipe', 'Cake'), changed('recipe', 'Bread'), changed('note', 'Cake')])).toEqual([
      {
        documentId: 'recipe-Cake',
        title: 'A recipe',
        lines: [{ kind: 'changed', what: 'title', label: 'The title' }],
      },
    ])
  })

  it('report unreadable data by a code', () => {
    const codeOf = (kind: string, version: number) => {
      try {
        types.expectReadable(kind, version)
        return undefined
      } catch (error) {
        return error instanceof UnreadableDocument ? error.code : error
      }
    }
    expect([codeOf('recipe', 1), codeOf('recipe', 3)]).toEqual([undefined, undefined])
    expect(codeOf('recipe', 4)).toBe('document_newer')
    expect(codeOf('poem', 1)).toBe('document_kind_unknown')
  })

  it.each<[string, DocumentType[], string]>([
    ['two of one kind', [note, note], 'Two document types have the same kind.'],
    ['a version that does not count', [{ ...note, version: 0 }], 'The version of "note" is not 1 or more.'],
    ['a later version without a migration', [{ ...note, version: 2 }], 'The document type "note" does not migrate'],
  ])('refuse %s', (_, mistaken, message) => {
    expect(() => createDocumentTypes(mistaken)).toThrow(message)
  })
})
