import { checkedRedirects, type Redirect } from '@atelier/site'

type View = Parameters<typeof checkedRedirects>[0]

/** A redirect as the form of one has it. */
export interface RedirectForm {
  from: string
  to: string
  status: string
}

export const emptyRedirect: RedirectForm = { from: '', to: '', status: '301' }

/** A redirect of the list, with why it has no effect. */
export interface RedirectRow extends Required<Redirect> {
  problem: string | undefined
}

/** Every redirect of the site, in the order of the addresses. */
export function redirectRows(site: View): RedirectRow[] {
  return checkedRedirects(site).map(({ problem, ...each }) => ({ ...each, status: each.status ?? 301, problem }))
}

/** What `setRedirects` takes for a form. @param was the address of the redirect that was edited, for an edit */
export function redirectEntries({ from, to, status }: RedirectForm, was: string | undefined) {
  const known = ([301, 302, 307, 308] as const).find((each) => String(each) === status)
  const next = { from: from.trim(), to: to.trim(), ...(known === undefined ? {} : { status: known }) }
  const moved = was !== undefined && was.replace(/^\//, '') !== next.from.replace(/^\//, '')
  return { redirects: [...(moved ? [{ from: was, to: null }] : []), next] }
}
