import type { OperationHandle } from '@atelier/operation'
import { type DesignSystem, designSystem } from '@atelier/site'
import { useEditor, useSite, useSiteVersion } from '../session/context.ts'

/** The design system as it is live, and how it is changed; undefined until the site is there. */
export function useDesign(): {
  system: DesignSystem | undefined
  run: <Input>(operation: OperationHandle<Input>, input: Input) => Promise<boolean>
} {
  const session = useEditor()
  const site = useSite()
  useSiteVersion()
  return {
    system: site && designSystem(site.local.view),
    // The session shows refusals; the result says whether a field may be cleared.
    run: async (operation, input) => (await session.run(operation, input)).ok,
  }
}
