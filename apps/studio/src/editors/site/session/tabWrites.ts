import { type LocalDocuments, runLocalTransaction } from '@atelier/documents'
import { type Envelope, fail, type Operation, type OperationHandle } from '@atelier/operation'
import type { SiteContext } from '@atelier/site'
import type { DocumentSession } from '../../../documents/documentSession.ts'
import type { Store } from '../../../documents/store.ts'
import { byUser, newId } from './hand.ts'
import { checkedResult } from './serverCalls.ts'
import type { EditorState } from './state.ts'
import * as strings from './strings.ts'

type TabOperations = typeof import('./tabOperations.ts')

export interface TabWritesOptions {
  siteDocumentId: string
  userId: string
  state: Store<EditorState>
  locals: LocalDocuments
  /** Why nothing may be written now; undefined where it may. */
  locked(): string | undefined
  inOrder: DocumentSession['inOrder']
  record: DocumentSession['record']
}

type TabAnswer<Output> = { refusal?: Envelope<never>; results: readonly Envelope<Output>[] }

/** The operations that a tab runs itself, on the documents that it has open. Their code comes with the first of them. */
export function createTabWrites({ siteDocumentId, userId, state, locals, locked, inOrder, record }: TabWritesOptions) {
  /** Kept, since an import that is repeated takes a turn of the event loop, in which a person may type. */
  let loaded: TabOperations | undefined

  const load = (): Promise<TabOperations> => import('./tabOperations.ts')

  async function write<Input, Output>(
    handle: OperationHandle<Input, Output>,
    inputs: readonly Input[],
    askedAt: number,
  ): Promise<TabAnswer<Output>> {
    loaded ??= await load().catch(() => undefined)
    if (!loaded) return { refusal: fail('offline', strings.editorPartNotLoaded), results: [] }
    const { tabOperations, validate, validationError } = loaded
    const operation: Operation<SiteContext> | undefined = tabOperations.find((each) => each.id === handle.id)
    if (!operation) throw new Error(`A tab has no operation ${handle.id}`)
    const issues = inputs.flatMap((input) => validate(operation.input, input))
    if (issues.length > 0) return { refusal: { ok: false, error: validationError(issues) }, results: [] }
    const lock = locked()
    if (lock) return { refusal: fail('read_only', lock), results: [] }
    const { result, changes } = await runLocalTransaction<TabAnswer<Output>>(
      locals,
      async (drafts) => {
        const refuse = (refusal: Envelope<never>) => ({ result: { refusal, results: [] }, commit: false })
        const site = await drafts.open(siteDocumentId)
        if (!site) return refuse(fail('not_ready', strings.theSiteIsStillLoading))
        const { documentId, selected } = state.get()
        const context: SiteContext = {
          actor: { kind: 'hand', userId },
          now: () => Date.now(),
          newId,
          site,
          drafts,
          editor: { documentId, selectedNodeId: selected },
        }
        const results: Envelope<Output>[] = []
        for (const input of inputs) {
          const envelope = await operation.run(context, input, undefined)
          if (!envelope.ok) return refuse(envelope)
          results.push(checkedResult(handle, operation.output, envelope))
        }
        return { result: { results }, commit: true }
      },
      byUser,
    )
    record(changes, { subject: subjectOf(operation, inputs), askedAt })
    return result
  }

  return {
    /**
     * Runs an operation once for each input, as one step; nothing is written where one of them is refused. One call at a
     * time, in their order: two that read the same state would each make the rule that both write, and either could win.
     */
    run<Input, Output>(handle: OperationHandle<Input, Output>, inputs: readonly Input[]): Promise<TabAnswer<Output>> {
      const askedAt = Date.now()
      return inOrder(() => write(handle, inputs, askedAt))
    },
    /** Brings the code of the operations. */
    load,
    /** Merges the words of texts, by code that comes with the operations, which every step was made by. */
    undoMerge: (...args: Parameters<TabOperations['siteUndoMerge']>) => loaded?.siteUndoMerge(...args),
  }
}

/** The target of an operation with all of the inputs; undefined if it does not say so for each of them. */
function subjectOf(operation: Operation<SiteContext>, inputs: readonly unknown[]): string | undefined {
  const subjects = inputs.map((input) => operation.subject(input))
  return subjects.includes(undefined) ? undefined : [operation.id, ...subjects].join(' ')
}
