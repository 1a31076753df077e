/** What of a project's content is shown. */
export interface ContentPlace {
  model?: string
  entry?: string
  locale?: string
  /** The id of a branch in review; `all` lists them. */
  review?: string
}

/** The addresses of the studio's pages: everything that leads to a page takes its address from here. */
export const paths = {
  projects: '/',
  /** The editor of a project; with a page that it opens, and a chat that the agent's panel shows. */
  project: (id: string, { page, chat }: { page?: string; chat?: string } = {}) => {
    const query = new URLSearchParams({ ...(page ? { page } : {}), ...(chat ? { chat } : {}) }).toString()
    return `/projects/${encodeURIComponent(id)}${query && `?${query}`}`
  },
  /** The content of a project: a model's entries, one of them, or the branches that wait for a review. */
  content: (id: string, place: ContentPlace = {}) => {
    const query = new URLSearchParams(Object.entries(place).filter(([, value]) => value !== undefined)).toString()
    return `/projects/${encodeURIComponent(id)}/content${query && `?${query}`}`
  },
  /** The plan of a site that is made from a prompt, and how far it is. */
  plan: (id: string, generationId: string) =>
    `/projects/${encodeURIComponent(id)}/plan/${encodeURIComponent(generationId)}`,
  setup: '/setup',
  /** @param next the address to open after signing in */
  signIn: (next = '/') => (next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`),
  invite: '/invite',
  /** @param tab which part of the page is shown */
  aiSettings: (tab?: string) => (tab === undefined ? '/settings/ai' : `/settings/ai?${new URLSearchParams({ tab })}`),
  people: '/settings/people',
  account: '/settings/account',
} as const

/** The value if it is a path of this studio: signing in never redirects to another site's address. */
export function localPath(value: string | undefined): string | undefined {
  return value !== undefined && /^\/(?![/\\])/.test(value) ? value : undefined
}
