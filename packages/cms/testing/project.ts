import { applyPatches, createMemoryView, createOverlay, type Draft, type Patch } from '@atelier/documents'
import {
  type Envelope,
  fail,
  isResultOf,
  isResultOfHandle,
  normalizeInput,
  type OperationHandle,
  type OtherOperations,
  validate,
  validationError,
} from '@atelier/operation'
import {
  createSite,
  importPage,
  listPage,
  printInnerHtml,
  readTree,
  type SiteContext,
  siteOperations,
} from '@atelier/site'
import type { Static, TSchema } from 'typebox'
import type { CmsContext } from '../src/context/context.ts'
import { cmsOperations } from '../src/index.ts'
import { createToolFacts } from '../src/memory/tools.ts'

type Overlay = ReturnType<typeof createOverlay>

/** A project in memory that runs operations of the assistant as a server does: on drafts that count only if they succeed. */
export function createCmsProject() {
  let count = 0
  const newId = () => `n${(count++).toString(36).padStart(9, '0')}`
  const site = createMemoryView()
  const pages = new Map<string, Draft>()
  createSite(site, { name: 'Bakery' })
  let written = new Map<string, readonly Patch[]>()

  const contextOver = (siteDraft: Draft, open: (id: string) => Draft | undefined, create: (id: string) => Draft) => {
    const context: SiteContext = {
      actor: { kind: 'agent', userId: 'u' },
      now: () => 0,
      newId,
      site: siteDraft,
      siteId: 'site',
      drafts: { open: async (id) => open(id), create },
      editor: {},
    }
    const find = (id: string) => siteOperations.find((each) => each.id === id)
    const others: OtherOperations = {
      async invoke<Input, Output>(handle: OperationHandle<Input, Output>, input: Input): Promise<Envelope<Output>> {
        const operation = find(handle.id)
        if (!operation) return fail('unknown_operation', handle.id)
        const issues = validate(operation.input, input)
        if (issues.length > 0) return { ok: false, error: validationError(issues) }
        const result = await operation.run(context, input, undefined)
        if (isResultOfHandle(handle, operation.output, result)) return result
        throw new Error(`${handle.id} returned something else than its output`)
      },
      consequence: async (handle, input) => find(handle.id)?.consequence(context, input),
    }
    const clock = () => ({ now: 0, timeZone: 'UTC' })
    return {
      ...context,
      others,
      clock,
      shows: () => undefined,
      recall: async () => undefined,
      toolOf: createToolFacts([...cmsOperations, ...siteOperations]),
    } satisfies CmsContext
  }

  const onDrafts = () => {
    const drafts = new Map<string, ReturnType<typeof createOverlay>>()
    const made = new Map<string, Draft>()
    const siteDraft = createOverlay(site)
    const open = (id: string) => {
      const base = pages.get(id) ?? made.get(id)
      const draft = drafts.get(id) ?? (base && createOverlay(base))
      if (draft) drafts.set(id, draft)
      return draft
    }
    const create = (id: string) => {
      made.set(id, createMemoryView())
      return open(id) ?? createMemoryView()
    }
    return { context: contextOver(siteDraft, open, create), siteDraft, drafts, made }
  }

  /** Keeps what a call wrote. */
  const keep = (siteDraft: Overlay, drafts: ReadonlyMap<string, Overlay>, made: ReadonlyMap<string, Draft>) => {
    written = new Map()
    for (const [id, page] of made) pages.set(id, page)
    for (const [id, draft] of [['site', siteDraft] as const, ...drafts]) {
      const patches = draft.patches()
      if (patches.length > 0) written.set(id, patches)
    }
    for (const [id, each] of written) applyPatches(id === 'site' ? site : (pages.get(id) ?? site), each)
  }

  return {
    site,
    pages,
    /** The patches of the last call, by document; the site's under `site`. */
    written: () => written,
    addPage(html: string, { title = 'Home', slug = 'index' } = {}) {
      const entry = listPage(site, { id: newId(), title, slug })
      const page = createMemoryView()
      pages.set(entry.id, page)
      importPage(site, page, { html, newId })
      return entry.id
    },
    html(id: string) {
      const tree = readTree(pages.get(id) ?? createMemoryView())
      return printInnerHtml(tree, tree.root)
    },
    tree: (id: string) => readTree(pages.get(id) ?? createMemoryView()),
    /** Runs an operation of the site, as other conversations do. */
    async operate(id: string, input: unknown): Promise<Envelope> {
      const operation = siteOperations.find((each) => each.id === id)
      if (!operation) throw new Error(`No operation ${id}`)
      const issues = validate(operation.input, input)
      if (issues.length > 0) return { ok: false, error: validationError(issues) }
      const { context, siteDraft, drafts, made } = onDrafts()
      const result: Envelope = await operation.run(context, input, undefined)
      if (result.ok) keep(siteDraft, drafts, made)
      return result
    },
    consequence: (name: string, input: unknown) =>
      cmsOperations.find((each) => each.name === name)?.consequence(onDrafts().context, input),
    async run<Input extends TSchema, Output extends TSchema>(
      { name, output }: { readonly name: string; readonly input: Input; readonly output: Output },
      sent: Static<Input>,
    ): Promise<Envelope<Static<Output>>> {
      written = new Map()
      const operation = cmsOperations.find((each) => each.name === name)
      if (!operation) throw new Error(`No operation ${name}`)
      const input = normalizeInput(operation.input, sent)
      const issues = validate(operation.input, input)
      if (issues.length > 0) return { ok: false, error: validationError(issues) }
      const { context, siteDraft, drafts, made } = onDrafts()
      const result: Envelope = await operation.run(context, input)
      if (!isResultOf({ output }, result)) throw new Error(`${name}: ${JSON.stringify(result)}`)
      if (!result.ok || operation.effect === 'read') return result
      keep(siteDraft, drafts, made)
      return result
    },
  }
}
