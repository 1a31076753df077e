import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import {
  checkedRedirects,
  checkRedirect,
  REDIRECT_STATUSES,
  type Redirect,
  redirectAddress,
  redirectKey,
  redirectRecord,
  redirectValue,
} from '../../publish/redirects.ts'

const Status = Type.Enum([...REDIRECT_STATUSES])

export const setRedirects = defineOperation({
  id: 'site.setRedirects',
  summary: 'Set and list redirects',
  description:
    'Lead addresses of the site to others, from the next release on, as one step; to: null removes one. Of a redirect that is there, only what is given changes. The result lists all of them, also for an empty list, with the problem of each that has no effect.',
  icon: 'link-2',
  keywords: ['redirect', '301', '302', 'moved page', 'old address', 'forward url', 'list redirects'],
  effect: 'write',
  tab: true,
  onDemand: true,
  affects: ['site'],
  input: Type.Object(
    {
      redirects: Type.Array(
        Type.Object(
          {
            from: Type.String({ minLength: 1, maxLength: 300, description: 'Such as /old' }),
            to: Type.Union([Type.String({ minLength: 1, maxLength: 2_000 }), Type.Null()]),
            status: Type.Optional(Status),
          },
          { additionalProperties: false },
        ),
        { maxItems: 500 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    changed: Type.Integer(),
    redirects: Type.Array(
      Type.Object({ from: Type.String(), to: Type.String(), status: Status, problem: Type.Optional(Type.String()) }),
    ),
  }),
  run({ site, now }: SiteContext, { redirects }) {
    let changed = 0
    for (const [at, { from, to, status }] of redirects.entries()) {
      const address = redirectAddress(from)
      const key = redirectKey(address)
      if (to === null) {
        if (site.has(key)) {
          site.delete(key)
          changed += 1
        }
        continue
      }
      const known = redirectRecord(site, key)
      const next: Redirect = { from: address, to: redirectAddress(to), status: status ?? known?.status ?? 301 }
      const value = redirectValue(next, now())
      const hint = 'Both are addresses of this site, such as /old and /about.'
      if (/[?#*\s]/.test(from.trim()) || address === '/') {
        return fail('invalid_redirect', `“${from.slice(0, 80)}” cannot be led away from.`, {
          path: `/redirects/${at}/from`,
          hint,
        })
      }
      const wrong = checkRedirect(key, value)
      if (wrong !== undefined || /^\/?[a-z][a-z\d+.-]*:/i.test(to.trim()) || next.to === address) {
        const message = next.to === address ? 'It leads to itself.' : (wrong ?? 'It leads away from this site.')
        return fail('invalid_redirect', message, { path: `/redirects/${at}/to`, hint })
      }
      if (known?.to === next.to && (known.status ?? 301) === next.status) continue
      site.set(key, value)
      changed += 1
    }
    const all = checkedRedirects(site).map((each) => ({ ...each, status: each.status ?? 301 }))
    return ok({ changed, redirects: all })
  },
})
