import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { isSignedIn, meQuery, setupQuery } from './api/account.ts'
import { errorOf } from './api/client.ts'
import { NotFound, RouteError, RoutePending } from './ui/RouteStates.tsx'

interface RouterContext {
  queryClient: QueryClient
}

const root = createRootRouteWithContext<RouterContext>()({ component: Outlet, notFoundComponent: NotFound })

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  validateSearch: (search): { token?: string } => (typeof search.token === 'string' ? { token: search.token } : {}),
  component: lazyRouteComponent(() => import('./auth/Setup.tsx'), 'Setup'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => (isLocalPath(search.next) ? { next: search.next } : {}),
  component: lazyRouteComponent(() => import('./auth/SignIn.tsx'), 'SignIn'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  validateSearch: (search): { token?: string } => (typeof search.token === 'string' ? { token: search.token } : {}),
  component: lazyRouteComponent(() => import('./people/AcceptInvitation.tsx'), 'AcceptInvitation'),
})

/** Everything below it needs a signed-in user. */
const member = createRoute({
  getParentRoute: () => root,
  id: 'member',
  beforeLoad: async ({ context, location }) => {
    const { queryClient } = context
    const known = queryClient.getQueryData(meQuery().queryKey) !== undefined
    if ((known || (await isSignedIn())) && (await isMember(queryClient))) return
    const { needed } = await queryClient.fetchQuery(setupQuery())
    if (needed) throw redirect({ to: '/setup' })
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { next: location.href } })
  },
  component: Outlet,
})

const projects = createRoute({
  getParentRoute: () => member,
  path: '/',
  component: lazyRouteComponent(() => import('./projects/Projects.tsx'), 'Projects'),
})

const project = createRoute({
  getParentRoute: () => member,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./editors/ProjectRoute.tsx'), 'ProjectRoute'),
})

const aiSettings = createRoute({
  getParentRoute: () => member,
  path: '/settings/ai',
  validateSearch: (search): { tab?: string } => (typeof search.tab === 'string' ? { tab: search.tab } : {}),
  component: lazyRouteComponent(() => import('./settings/ai/AiSettings.tsx'), 'AiSettings'),
})

const people = createRoute({
  getParentRoute: () => member,
  path: '/settings/people',
  component: lazyRouteComponent(() => import('./people/People.tsx'), 'People'),
})

const account = createRoute({
  getParentRoute: () => member,
  path: '/settings/account',
  component: lazyRouteComponent(() => import('./people/Account.tsx'), 'Account'),
})

const routeTree = root.addChildren([
  setup,
  signIn,
  invite,
  member.addChildren([projects, project, aiSettings, people, account]),
])

/** The pages that need no signed-in user. */
const open = new Set(['/sign-in', '/setup', '/invite'])

/** The studio's routes; the pages behind them are loaded when they are first opened. */
export function createStudioRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    defaultPendingComponent: RoutePending,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  })
  // A session that ends during work shows as a refused request: ask to sign in, then come back here.
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { pathname, href } = router.state.location
    if (errorOf(event.action.error).status !== 401 || open.has(pathname)) return
    if (router.state.status === 'pending') return
    queryClient.removeQueries({ queryKey: ['me'] })
    void router.navigate({ to: '/sign-in', search: { next: href } })
  })
  return router
}

/** Loads who is signed in; false if the session is refused. */
async function isMember(queryClient: QueryClient): Promise<boolean> {
  try {
    await queryClient.ensureQueryData(meQuery())
    return true
  } catch (failure) {
    if (errorOf(failure).status === 401) return false
    throw failure
  }
}

/** Paths of this studio only: signing in never redirects to another site's address. */
function isLocalPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createStudioRouter>
  }
}
