import { Hono } from 'hono'
import { Type } from 'typebox'
import type { Environment } from '../auth/environment.ts'
import type { Config } from '../config/config.ts'
import { readInput } from '../http/input.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import { projectAccess } from '../workspaces/access.ts'
import type { Workspaces } from '../workspaces/workspaces.ts'
import type { Domains } from './domains.ts'
import { readDomain } from './domains.ts'

interface DomainServices {
  domains: Domains
  config: Config
  workspaces: Workspaces
}

const NewDomain = Type.Object({ host: Type.String({ minLength: 1, maxLength: 300 }) })

/** The domains under which a project's published site is found. */
export function domainRoutes(services: DomainServices): Hono<Environment> {
  const { domains, config } = services
  const routes = new Hono<Environment>()

  routes.get('/projects/:id/domains', async (context) => {
    const { project } = await projectAccess(services, context.get('identity'), context.req.param('id'), 'document.read')
    return context.json({ domains: await domains.list(project.id) })
  })

  routes.post('/projects/:id/domains', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const written = (await readInput(context, NewDomain)).host
    const host = readDomain(written)
    if (host === undefined) {
      throw new Refusal(400, 'invalid_domain', `“${written.slice(0, 100)}” is no domain of a site.`, {
        path: '/host',
        expected: 'a name such as www.example.com',
      })
    }
    if (config.origin && new URL(config.origin).hostname === host) {
      throw conflict('domain_taken', `${host} is where the studio is found.`, 'Give the site a name of its own.')
    }
    const added = await domains.add(project.id, host, identity.userId)
    if (added === 'taken') {
      throw conflict('domain_taken', `${host} leads to a site already.`, 'Remove it there first.')
    }
    return context.json(added, 201)
  })

  routes.delete('/projects/:id/domains/:host', async (context) => {
    const identity = context.get('identity')
    const { project } = await projectAccess(services, identity, context.req.param('id'), 'project.publish')
    const host = readDomain(context.req.param('host'))
    if (host === undefined || !(await domains.remove(project.id, host))) throw notFound('domain')
    return context.body(null, 204)
  })

  return routes
}
