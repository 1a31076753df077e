import { applyPatches, createMemoryView, type Draft, type Patch } from '@atelier/documents'
import type { Envelope } from '@atelier/operation'
import { isResultOf, normalizeInput, validate, validationError } from '@atelier/operation'
import type { Static, TSchema } from 'typebox'
import type { EditorContext, SiteContext } from '../src/context/context.ts'
import { createSite, listPage } from '../src/document/pages.ts'
import { importPage } from '../src/import/page.ts'
import { siteOperations } from '../src/operations/index.ts'
import { openDrafts } from './drafts.ts'
import { countIds } from './localPage.ts'

/** A project in memory that runs operations as the executor does: on drafts that count only if the call succeeds. */
export interface TestProject {
  site: Draft
  pages: Map<string, Draft>
  editor: EditorContext
  newId(): string
  addPage(html: string, options?: { title?: string; slug?: string; css?: string }): { pageId: string; root: string }
  /** @param given what the context holds beside the documents, or instead of what it holds by itself */
  call(name: string, input: unknown, given?: Partial<SiteContext>): Promise<Envelope>
  /** The same for an operation that is at hand, so that its input and output are typed. */
  run<Input extends TSchema, Output extends TSchema>(
    operation: { readonly name: string; readonly input: Input; readonly output: Output },
    input: Static<Input>,
  ): Promise<Envelope<Static<Output>>>
  /** The writes of the last call, by document; the site's under `site`. Nothing if it was refused. */
  written(): ReadonlyMap<string, readonly Patch[]>
}

/** @param prefix what its ids begin with, so that two projects can meet */
export function createTestProject(prefix = 'n'): TestProject {
  let written = new Map<string, readonly Patch[]>()
  const newId = countIds(prefix)
  const site = createMemoryView()
  const pages = new Map<string, Draft>()
  createSite(site, { name: 'Bakery' })
  const project: TestProject = {
    site,
    pages,
    editor: {},
    newId,
    written: () => written,
    addPage(html, { title = 'Home', slug = 'index', css } = {}) {
      const entry = listPage(site, { id: newId(), title, slug })
      const page = createMemoryView()
      pages.set(entry.id, page)
      const { rootNodeId } = importPage(site, page, { html, css, newId })
      return { pageId: entry.id, root: rootNodeId }
    },
    async run(operation, input) {
      const result = await project.call(operation.name, input)
      if (!isResultOf(operation, result)) throw new Error(`${operation.name} returned something else than its output`)
      return result
    },
    async call(name, sent, given = {}) {
      written = new Map()
      const operation = siteOperations.find((each) => each.name === name)
      if (!operation) throw new Error(`No operation ${name}`)
      const input = normalizeInput(operation.input, sent)
      const issues = validate(operation.input, input)
      if (issues.length > 0) return { ok: false, error: validationError(issues) }
      const ask = await operation.outside?.(openDrafts(project, given).context, input)
      const answer = await ask?.(new AbortController().signal)
      const drafts = openDrafts(project, given)
      const result = await operation.run(drafts.context, input, answer)
      const wrong = result.ok ? validate(operation.output, result.data) : []
      if (wrong.length > 0) throw new Error(`${name}: ${JSON.stringify(wrong)}`)
      if (!result.ok) return result
      for (const [id, page] of drafts.made) pages.set(id, page)
      written = drafts.written()
      for (const [id, patches] of written) applyPatches(id === 'site' ? site : (pages.get(id) ?? site), patches)
      return result
    },
  }
  return project
}
