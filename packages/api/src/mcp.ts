import { route } from './route.ts'

const workspace = { path: '/mcp', who: 'user', protocol: 'mcp' } as const
const project = { path: '/mcp/:projectId', who: { project: 'member' }, protocol: 'mcp' } as const

export const mcpPost = route({
  ...workspace,
  method: 'POST',
  summary: 'The Model Context Protocol: every operation as a tool, in every project of yours',
})
export const mcpGet = route({ ...workspace, method: 'GET', summary: 'The stream of the protocol' })
export const mcpDelete = route({ ...workspace, method: 'DELETE', summary: 'Ends a session of the protocol' })
export const mcpProjectPost = route({
  ...project,
  method: 'POST',
  summary: 'The Model Context Protocol: every operation as a tool, in one project',
})
export const mcpProjectGet = route({ ...project, method: 'GET', summary: 'The stream of the protocol' })
export const mcpProjectDelete = route({ ...project, method: 'DELETE', summary: 'Ends a session of the protocol' })
