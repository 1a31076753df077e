import type { ComponentType, ReactNode } from 'react'
import { matchRoute, type Parser, type RegexRouteParams, type StringRouteParams } from 'wouter'

/** A page of the studio that an address leads to. */
interface FoundPage {
  /** Whether it needs no signed-in user. */
  isOpen: boolean
  /** Loads its code. */
  load(): Promise<ReactNode>
}

/** The parameters that wouter reads from a path of this pattern. */
type Params<Path> = Path extends string ? StringRouteParams<Path> : RegexRouteParams

type FindPage = (parse: Parser, path: string) => FoundPage | undefined

/** The code of a page is loaded when it is first opened. */
function page<Path extends string>(
  pattern: Path,
  load: (params: Params<Path>) => Promise<ComponentType<{ params: Params<Path> }>>,
  isOpen = false,
): FindPage {
  return (parse, path) => {
    const [matches, params] = matchRoute<undefined, Path>(parse, pattern, path)
    if (!matches) return undefined
    return {
      isOpen,
      load: async () => {
        const Page = await load(params)
        return <Page params={params} />
      },
    }
  }
}

const pages: readonly FindPage[] = [
  page('/', async () => (await import('./projects/Projects.tsx')).Projects),
  page('/projects/:projectId', async () => (await import('./editors/ProjectRoute.tsx')).ProjectRoute),
  page('/projects/:projectId/content', async () => (await import('./content/route/ContentRoute.tsx')).ContentRoute),
  page('/projects/:projectId/assistant', async () => (await import('./assistant/AssistantRoute.tsx')).AssistantRoute),
  page('/projects/:projectId/plan/:generationId', async () => (await import('./plan/route/PlanRoute.tsx')).PlanRoute),
  page('/projects/:projectId/parts', async () => (await import('./parts/route/PartsRoute.tsx')).PartsRoute),
  page('/projects/:projectId/parts/:partId', async () => (await import('./parts/route/PartRoute.tsx')).PartRoute),
  page('/settings/:id', async ({ id }) => (await import('./settingsPages.tsx')).loadSettingsPage(id)),
  page('/sign-in', async () => (await import('./auth/SignIn.tsx')).SignIn, true),
  page('/setup', async () => (await import('./auth/Setup.tsx')).Setup, true),
  page('/invite', async () => (await import('./people/AcceptInvitation.tsx')).AcceptInvitation, true),
]

/** The page at a path of the studio; undefined if the path leads nowhere. */
export function findPage(parse: Parser, path: string): FoundPage | undefined {
  for (const find of pages) {
    const found = find(parse, path)
    if (found) return found
  }
  return undefined
}
