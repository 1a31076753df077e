import type { OperationResult } from '@atelier/api'
import { homePage, pages } from '@atelier/site'
import { useState } from 'react'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Answer, sentence } from '../../../api/client.ts'
import { runOperation } from '../../../api/projects.ts'
import { useEditor } from './context.ts'

const Added = Type.Object({ pageId: Type.String() })
const Component = Type.Object({ componentId: Type.String(), nodeId: Type.String() })

/** What makes or deletes a document happens on the server; the list of pages then follows by itself. */
export function usePageActions() {
  const session = useEditor()
  const [busy, setBusy] = useState(false)

  async function call(operation: string, input: unknown): Promise<{ data?: unknown; failure?: string }> {
    setBusy(true)
    const answer = await session.mine(runOperation(session.projectId, operation, input))
    setBusy(false)
    if (answer.ok && answer.value.ok) session.took(answer.value.changeSetId)
    return readEnvelope(answer)
  }

  return {
    busy,
    /** Makes a page and opens it; its id, or undefined where it failed and that is shown. */
    async add(title = 'New page'): Promise<string | undefined> {
      const { data, failure } = await call('site.addPage', { title })
      if (failure !== undefined) session.problem.set({ message: failure })
      if (failure !== undefined || !Value.Check(Added, data)) return undefined
      session.openPage(data.pageId)
      return data.pageId
    },
    /** Copies a page, template or component and opens the copy. */
    async duplicate(pageId: string, title: string): Promise<void> {
      const { data, failure } = await call('site.duplicatePage', { pageId, title })
      if (failure !== undefined) session.problem.set({ message: failure })
      else if (Value.Check(Added, data)) session.openPage(data.pageId)
    },
    /** Moves a node into a new component, whose instance takes its place and is selected. */
    async makeComponent(nodeId: string, title: string): Promise<void> {
      const { data, failure } = await call('site.createComponent', { title, nodeIds: [nodeId] })
      if (failure !== undefined) session.problem.set({ message: failure })
      else if (Value.Check(Component, data)) session.select(data.nodeId)
    },
    /** Deletes a page; the sentence of what went wrong, or undefined. */
    async remove(pageId: string): Promise<string | undefined> {
      const { failure } = await call('site.deletePage', { pageId })
      if (failure !== undefined) return failure
      const view = session.site.get()?.local.view
      if (view && session.state.get().documentId === pageId) {
        const next = [homePage(view), ...pages(view)].find((page) => page && page.id !== pageId)
        if (next) session.openPage(next.id)
      }
      return undefined
    },
  }
}

/** What a component is called that was just made of a layer. */
export function componentTitle(layer: string): string {
  const words = layer.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return words === '' ? 'Component' : words.charAt(0).toUpperCase() + words.slice(1, 80)
}

/** The data, or one sentence of why there is none. */
export function readEnvelope(answer: Answer<OperationResult>): { data?: unknown; failure?: string } {
  if (!answer.ok) return { failure: sentence(answer.error) }
  const envelope = answer.value
  if (envelope.ok) return { data: envelope.data }
  if ('requiresConfirmation' in envelope) return { failure: envelope.requiresConfirmation.message }
  const { message, hint } = envelope.error
  return { failure: hint ? `${message} ${hint}` : message }
}
