import { parentPort } from 'node:worker_threads'
import { createMemoryView, createOverlay, type DocumentKind, type Json, type Overlay } from '@atelier/documents'
import type { SiteContext, SiteServices } from '@atelier/site'
import { siteOperations } from '@atelier/site'
import { nodeId } from '../projects/nodeId.ts'
import type { FromThread, ThreadCall, ToThread } from './messages.ts'

/** Patches that go back in one message: the server takes each without holding up others. */
const PER_MESSAGE = 500

const port = parentPort
if (!port) throw new Error('This file is run as a thread alone.')

const questions = new Map<number, PromiseWithResolvers<unknown>>()
const incoming = new Map<number, [string, Json][]>()
let asked = 0
let taken: PromiseWithResolvers<void> | undefined

const tell = (message: FromThread) => port.postMessage(message)

function ask(message: (id: number) => FromThread): Promise<unknown> {
  const id = ++asked
  const question = Promise.withResolvers<unknown>()
  questions.set(id, question)
  tell(message(id))
  return question.promise
}

port.on('message', (message: ToThread) => {
  if (message.type === 'call') {
    run(message.call).catch((error: unknown) => {
      const { message: text, stack } = error instanceof Error ? error : new Error(String(error))
      tell({ type: 'threw', message: text, stack })
    })
    return
  }
  if (message.type === 'next') {
    taken?.resolve()
    return
  }
  const { id } = message
  if (message.type === 'fields') {
    const known = incoming.get(id)
    if (known) known.push(...message.entries)
    else incoming.set(id, message.entries)
    return
  }
  const question = questions.get(id)
  questions.delete(id)
  if (message.type === 'answered') question?.resolve(message.value)
  else if (message.type === 'failed') question?.reject(new Error(message.message))
  else {
    question?.resolve(message.exists ? (incoming.get(id) ?? []) : undefined)
    incoming.delete(id)
  }
})

async function run(call: ThreadCall): Promise<void> {
  const operation = siteOperations.find(({ id }) => id === call.operationId)
  if (!operation) throw new Error(`There is no operation ${call.operationId}`)
  const opened = new Map<string, Promise<Overlay | undefined>>()
  const created = new Map<string, { kind: DocumentKind; overlay: Overlay }>()
  const open = (documentId: string) => {
    const known = opened.get(documentId) ?? openDraft(documentId)
    opened.set(documentId, known)
    return known
  }
  const site = await open(call.siteId)
  if (!site) throw new Error('The site is gone')
  const context: SiteContext = {
    actor: call.actor,
    now: Date.now,
    newId: nodeId,
    site,
    siteId: call.siteId,
    drafts: {
      open: async (documentId) => created.get(documentId)?.overlay ?? (await open(documentId)),
      create(documentId, kind) {
        const known = created.get(documentId)
        if (known) return known.overlay
        const overlay = createOverlay(createMemoryView())
        created.set(documentId, { kind, overlay })
        return overlay
      },
    },
    editor: call.editor,
    services: servicesOf(call),
  }
  const result = await operation.run(context, call.input)
  const written: [string, Overlay][] = []
  if (result.ok && operation.effect !== 'read') {
    for (const [documentId, { kind, overlay }] of created) {
      tell({ type: 'created', documentId, kind })
      written.push([documentId, overlay])
    }
    for (const [documentId, overlay] of opened) {
      const draft = await overlay
      if (draft) written.push([documentId, draft])
    }
  }
  const changes = written.map(([documentId, overlay]) => ({ documentId, patches: overlay.patches() }))
  for (const { documentId, patches } of changes) {
    for (let from = 0; from < patches.length; from += PER_MESSAGE) {
      taken = Promise.withResolvers<void>()
      tell({ type: 'patches', documentId, patches: patches.slice(from, from + PER_MESSAGE) })
      await taken.promise
    }
  }
  tell({ type: 'done', result, changes: changes.reduce((sum, { patches }) => sum + patches.length, 0) })
}

async function openDraft(documentId: string): Promise<Overlay | undefined> {
  const entries = await ask((id) => ({ type: 'open', id, documentId }))
  return Array.isArray(entries) ? createOverlay(createMemoryView(entries)) : undefined
}

/** The server's services, each method of which asks the server. */
function servicesOf({ services }: ThreadCall): SiteServices {
  return Object.fromEntries(
    Object.entries(services).map(([service, methods]) => [
      service,
      Object.fromEntries(
        methods.map((method) => [
          method,
          (...args: unknown[]) => ask((id) => ({ type: 'service', id, service, method, args })),
        ]),
      ),
    ]),
  )
}
