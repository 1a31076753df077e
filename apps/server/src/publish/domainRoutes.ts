import { addDomain, listDomains, removeDomain } from '@atelier/api'
import { Hono } from 'hono'
import type { Environment } from '../auth/environment.ts'
import type { Config } from '../config/config.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import { createMount, type MountServices } from '../workspaces/mount.ts'
import type { Domains } from './domains.ts'
import { readDomain } from './domains.ts'

interface DomainServices extends MountServices {
  domains: Domains
  config: Config
}

/** The domains under which a project's published site is found. */
export function domainRoutes(services: DomainServices): Hono<Environment> {
  const { domains, config } = services
  const routes = new Hono<Environment>()

  const mount = createMount(services)

  mount(routes, listDomains, async ({ access }) => ({ domains: await domains.list(access.project.id) }))

  mount(routes, addDomain, async ({ identity, access: { project }, body: { host: written } }) => {
    const host = readDomain(written)
    if (host === undefined) {
      throw new Refusal(400, 'invalid_domain', `“${written.slice(0, 100)}” is not a valid domain of a site.`, {
        path: '/host',
        expected: 'a name such as www.example.com',
      })
    }
    if (config.origin && new URL(config.origin).hostname === host) {
      throw conflict('domain_taken', `${host} is the address of the studio.`, 'Give the site a name of its own.')
    }
    const added = await domains.add(project.id, host, identity.userId)
    if (added === 'taken') {
      throw conflict('domain_taken', `${host} leads to a site already.`, 'Remove it there first.')
    }
    return added
  })

  mount(routes, removeDomain, async ({ access: { project }, params }) => {
    const host = readDomain(params.host)
    if (host === undefined || !(await domains.remove(project.id, host))) throw notFound('domain')
  })

  return routes
}
