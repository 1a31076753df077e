import type { OperationHandle } from '@atelier/operation'
import { type DesignSystem, designSystem, isLocked, type Token } from '@atelier/site'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'
import { operations } from '../session/handles.ts'
import { type PendingRename, pendingRename, readTokens } from './tokenList.ts'

/** The design of a site as it is live, and how it is changed. */
export interface LiveDesign {
  /** Undefined until the site is there. */
  system: DesignSystem | undefined
  /** The tokens of the design system and of the stylesheets. */
  tokens: readonly Token[]
  /** How often each custom property is used in the styles. */
  uses: ReadonlyMap<string, number>
  /** Whether no agent changes a token, by its name with the dashes. */
  locked: (name: string) => boolean
  run: <Input>(operation: OperationHandle<Input>, input: Input) => Promise<boolean>
  /** Renames a token everywhere but in scripts, and says when scripts name it too. */
  rename: (from: string, to: string) => Promise<void>
}

export function useDesign(): LiveDesign {
  const session = useEditor()
  const site = useSite()
  const version = useSiteVersion()
  return {
    system: site && designSystem(site.local.view),
    ...readTokens(site?.local.view, version),
    locked: (name) => site !== undefined && isLocked(site.local.view, name),
    // The session shows refusals; the result says whether a field may be cleared.
    run: async (operation, input) => (await session.run(operation, input)).ok,
    rename: async (from, to) => {
      const result = await session.run(operations.renameToken, { from, to })
      const pending: PendingRename | undefined =
        result.ok && result.data && result.data.scripts.length > 0
          ? { from, to: result.data.to, lines: result.data.scripts.length }
          : undefined
      pendingRename(session).set(pending)
    },
  }
}
