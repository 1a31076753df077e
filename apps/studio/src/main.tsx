import './ui/base.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { errorOf } from './api/client.ts'
import { createTabHistory } from './navigation/tabHistory.ts'
import { retryStyles } from './retryStyles.ts'
import { StudioRouter } from './router.tsx'
import { reloadWhenStale, servesAnotherBuild } from './staleBuild.ts'
import { applyScheme, readScheme } from './ui/scheme.ts'
import { ToastProvider } from './ui/Toast.tsx'
import { TooltipLayer } from './ui/TooltipLayer.tsx'

applyScheme(readScheme())
retryStyles(window)
reloadWhenStale({
  events: window,
  storage: sessionStorage,
  isStale: () => servesAnotherBuild(new URL(import.meta.url).pathname),
  reload: () => window.location.reload(),
  now: Date.now,
})

const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal; only a missing answer or a failing server is retried.
      retry: (count, failure) => {
        const { status } = errorOf(failure)
        return count < 2 && (status === 0 || status >= 500)
      },
    },
  },
})
const history = createTabHistory(window)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <StudioRouter history={history} />
      </ToastProvider>
      <TooltipLayer />
    </QueryClientProvider>
  </StrictMode>,
)
