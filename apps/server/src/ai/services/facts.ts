import type { ServiceName } from '@atelier/api'

/** The public facts of each service, in the order in which users choose. */
export const serviceFacts: Readonly<Record<ServiceName, { label: string; purpose: string; keysAt: string }>> = {
  pexels: { label: 'Pexels', purpose: 'Finds free photographs for pages.', keysAt: 'https://www.pexels.com/api/' },
  together: {
    label: 'Together AI',
    purpose: 'Makes pictures for pages. Each picture costs money.',
    keysAt: 'https://api.together.ai/settings/api-keys',
  },
  brave: {
    label: 'Brave Search',
    purpose: 'Searches the web for facts.',
    keysAt: 'https://api-dashboard.search.brave.com/app/keys',
  },
  tavily: {
    label: 'Tavily',
    purpose: 'Searches the web if Brave Search has no key or finds nothing.',
    keysAt: 'https://app.tavily.com/home',
  },
}
