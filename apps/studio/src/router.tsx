import type { Me } from '@atelier/api'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  Component,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Parser, Router, useLocation, useRouter } from 'wouter'
import { navigate as replaceAddress } from 'wouter/use-browser-location'
import { isSignedIn, meQuery, setupQuery } from './api/account.ts'
import { errorOf } from './api/client.ts'
import { NavigationContext } from './navigation/context.ts'
import { paths } from './navigation/paths.ts'
import type { TabHistory } from './navigation/tabHistory.ts'
import { findPage } from './pages.tsx'
import { NotFound, RouteError, RoutePending } from './ui/RouteStates.tsx'

const SignInAgain = lazy(async () => ({ default: (await import('./auth/SignInAgain.tsx')).SignInAgain }))

/** How long the page before stays on the screen while the next one loads, in milliseconds. */
const pendingAfter = 300

/** Shows the page at the tab's address. */
export function StudioRouter({ history }: { history: TabHistory }) {
  return (
    <Router
      aroundNav={(navigate, to, options) => {
        const replace = options?.replace === true
        history.leave(to, (state) => navigate(to, { replace, state }), replace)
      }}
    >
      <Pages history={history} />
    </Router>
  )
}

function Pages({ history }: { history: TabHistory }) {
  const { parser } = useRouter()
  const [path, navigate] = useLocation()
  const queryClient = useQueryClient()
  const isLoading = useRef(true)
  const [shown, setShown] = useState<Shown>({ state: 'blank' })
  /** Who has to sign in again. */
  const [signedOut, setSignedOut] = useState<Me>()

  const stop = useRef(() => {})
  const open = useCallback(() => {
    stop.current()
    let isCurrent = true
    const show = (next: Shown) => {
      if (!isCurrent) return
      isLoading.current = next.state === 'pending'
      setShown(next)
    }
    isLoading.current = true
    const pending = setTimeout(() => show({ state: 'pending' }), pendingAfter)
    stop.current = () => {
      isCurrent = false
      clearTimeout(pending)
    }
    loadPage(queryClient, parser, path)
      .then((loaded) => {
        if (!isCurrent) return
        if ('redirect' in loaded) replaceAddress(loaded.redirect, { replace: true, state: window.history.state })
        else show({ state: 'page', page: loaded.page })
      })
      .catch((error: unknown) => show({ state: 'failed', error }))
      .finally(() => clearTimeout(pending))
  }, [queryClient, parser, path])

  useLayoutEffect(open, [open])

  useLayoutEffect(() => {
    if (shown.state === 'page') history.restoreScroll()
  }, [shown, history])

  // A session that ends during work shows as a refused request: ask to sign in, over what is open.
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        if (errorOf(event.action.error).status !== 401 || findPage(parser, path)?.isOpen || isLoading.current) return
        const known = queryClient.getQueryData(meQuery().queryKey)
        if (known) {
          setSignedOut(known)
          return
        }
        queryClient.removeQueries({ queryKey: meQuery().queryKey })
        navigate(paths.signIn(address()))
      }),
    [queryClient, parser, path, navigate],
  )

  const navigation = useMemo(
    () => ({
      history,
      preload: (to: string) => {
        // Where that fails, opening the page loads it.
        void findPage(parser, new URL(to, window.location.origin).pathname)
          ?.load()
          .catch(() => undefined)
      },
    }),
    [history, parser],
  )
  return (
    <NavigationContext value={navigation}>
      {shown.state === 'pending' && <RoutePending />}
      {shown.state === 'failed' && <RouteError error={shown.error} reset={open} />}
      {shown.state === 'page' && (
        <ErrorBoundary onError={(error) => setShown({ state: 'failed', error })}>{shown.page}</ErrorBoundary>
      )}
      {signedOut && (
        <Suspense>
          <SignInAgain me={signedOut} onDone={() => setSignedOut(undefined)} />
        </Suspense>
      )}
    </NavigationContext>
  )
}

type Shown = { state: 'blank' | 'pending' } | { state: 'failed'; error: unknown } | { state: 'page'; page: ReactNode }

/** Loads what the studio shows at a path, or says where to instead. */
async function loadPage(
  queryClient: QueryClient,
  parser: Parser,
  path: string,
): Promise<{ page: ReactNode } | { redirect: string }> {
  const found = findPage(parser, path)
  if (!found) return { page: <NotFound /> }
  const known = found.isOpen || queryClient.getQueryData(meQuery().queryKey) !== undefined
  if (!known && !((await isSignedIn()) && (await isMember(queryClient)))) {
    const { needed } = await queryClient.fetchQuery(setupQuery())
    return { redirect: needed ? paths.setup : paths.signIn(address()) }
  }
  return { page: await found.load() }
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

/** The tab's address without its origin. */
function address(): string {
  const { pathname, search, hash } = window.location
  return pathname + search + hash
}

/** Catches what a page throws while it renders. */
class ErrorBoundary extends Component<
  { children: ReactNode; onError: (error: unknown) => void },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false }

  /** Preact takes an error as caught only if the boundary itself renders again. */
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
