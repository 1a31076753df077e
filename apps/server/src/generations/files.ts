import { type FileCall, type SiteFiles, siteFilesOver } from '@atelier/generate'
import type { Actor, Envelope } from '@atelier/operation'
import type { Executors } from '../operations/executors.ts'
import type { Scopes } from '../operations/scopes.ts'

/** The site as files, by operations that this server executes. */
export function createSiteFiles({ scopes, executors }: { scopes: Scopes; executors: Executors }): SiteFiles {
  async function call(name: string, input: unknown, by: FileCall): Promise<Envelope> {
    const operation = scopes.bound(`site.${name}`)
    if (!operation) throw new Error(`There is no operation site.${name}`)
    const actor: Actor = { kind: 'agent', userId: by.userId }
    const outcome = await executors.execute({
      project: by.project,
      operation,
      input,
      actor,
      capabilities: by.capabilities,
      focus: {},
      picture: false,
      signal: new AbortController().signal,
      ...(by.changeSetId === undefined ? {} : { changeSetId: by.changeSetId }),
      ...(by.group ? { group: by.group } : {}),
    })
    if (!outcome.ok) throw new Error(`${name} could not be committed: ${outcome.message}`)
    return outcome.result
  }

  return siteFilesOver(call)
}
