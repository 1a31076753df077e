/** The shown part of a project's content. */
export interface ContentPlace {
  model?: string
  entry?: string
  locale?: string
  /** The id of a branch in review; `all` lists them. */
  review?: string
  /**
   * A room beside the models, such as `submissions`, `calendar`, `repository` or `keys`; `model` designs the one that is
   * named, `form` is that of the one that is named.
   */
  room?: string
  /** The file that the library shows beside its list. */
  file?: string
  /** How the list of the model is shown, in the words of the address. */
  list?: Readonly<Record<string, string>>
  /** A run whose changes are shown: the id of its chat, a dot, its own. */
  run?: string
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
  content: (id: string, { list, ...place }: ContentPlace = {}) => {
    const given = Object.entries({ ...place, ...list }).filter(([, value]) => value !== undefined)
    const query = new URLSearchParams(given).toString()
    return `/projects/${encodeURIComponent(id)}/content${query && `?${query}`}`
  },
  /** The assistant of a project: a chat over the whole site. */
  assistant: (id: string) => `/projects/${encodeURIComponent(id)}/assistant`,
  /** The plan of a site that is made from a prompt, and how far it is. */
  plan: (id: string, generationId: string) =>
    `/projects/${encodeURIComponent(id)}/plan/${encodeURIComponent(generationId)}`,
  /** The CAD parts of a project; those in one folder. */
  parts: (id: string, folder?: string) =>
    `/projects/${encodeURIComponent(id)}/parts${folder === undefined ? '' : `?${new URLSearchParams({ folder })}`}`,
  /** One part; with a chat that the agent's panel shows. */
  part: (id: string, partId: string, { chat }: { chat?: string } = {}) =>
    `/projects/${encodeURIComponent(id)}/parts/${encodeURIComponent(partId)}${chat ? `?${new URLSearchParams({ chat })}` : ''}`,
  setup: '/setup',
  /** @param next the address to open after signing in */
  signIn: (next = '/') => (next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`),
  invite: '/invite',
  /** @param tab which part of the page is shown */
  settings: (page: string, tab?: string) =>
    `/settings/${page}${tab === undefined ? '' : `?${new URLSearchParams({ tab })}`}`,
} as const

/** The value if it is a path of this studio: signing in never redirects to another site's address. */
export function localPath(value: string | undefined): string | undefined {
  return value !== undefined && /^\/(?![/\\])/.test(value) ? value : undefined
}
