import type { Barred } from './routeAccess.ts'

export interface Row {
  /** The address with ids that are fine; `:names` are replaced by those of `ids`. */
  path?: string
  /** 403 for them beside those whom `who` of the contract leaves out, such as by the capability of an operation. */
  alsoBarred?: Barred[]
  /** Addresses that name something that does not exist. */
  unknown?: string[]
  /** A valid body; `wrong` are invalid bodies. */
  body?: object
  wrong?: object[]
}

const projectIn = (path: string): Pick<Row, 'path' | 'unknown'> => ({
  path: `/api/projects/:project${path}`,
  unknown: [`/api/projects/none${path}`],
})
const formIn = (path: string): Pick<Row, 'path' | 'unknown'> => ({
  path: `/api/forms/v1/:project/none/${path}`,
  unknown: [`/api/forms/v1/none/none/${path}`],
})
const generationIn = (path: string): Pick<Row, 'path' | 'unknown'> => ({
  path: `/api/projects/:project/generations/none${path}`,
  unknown: [`/api/projects/:project/generations/none${path}`],
})
const partIn = (path: string): Pick<Row, 'path' | 'unknown'> => ({
  path: `/api/projects/:project/parts/none${path}`,
  unknown: [`/api/projects/none/parts/none${path}`, `/api/projects/:project/parts/none${path}`],
})
const sessionIn = (path: string): Pick<Row, 'path' | 'unknown'> => ({
  path: `/api/ai/sessions/:session${path}`,
  unknown: [`/api/ai/sessions/none${path}`],
})
const runIn = (path: string): Pick<Row, 'path' | 'unknown'> => {
  const inSession = sessionIn(path)
  return {
    ...inSession,
    unknown: [...(inSession.unknown ?? []), `/api/ai/sessions/:session${path.replace(':run', 'none')}`],
  }
}

/** For every route of the contract: addresses, and bodies that would do or would not. A route without a row fails a test. */
export const rows: Record<string, Row> = {
  'GET /health': {},
  'GET /api/openapi.json': {},
  'GET /api/setup': {},
  'POST /api/setup': {
    body: { token: 'x', name: 'Eve', email: 'eve@example.com', password: 'long enough words' },
    wrong: [{}, { token: 1 }],
  },
  'POST /api/auth/sign-in/email': {
    body: { email: 'x@example.com', password: 'x' },
    wrong: [{}, { email: 1 }],
  },
  'POST /api/auth/revoke-session': { body: { id: 'x' }, wrong: [{}, { id: 1 }] },
  'POST /api/auth/revoke-other-sessions': {},
  'GET /api/me': {},
  'PATCH /api/me': { body: { name: 'Ada' }, wrong: [{ name: 4 }, { name: '' }, {}] },
  'POST /api/me/password': {
    body: { current: 'x', next: 'a long enough one' },
    wrong: [{ current: 1 }],
  },
  'GET /api/keys': {},
  'POST /api/keys': { body: { name: 'k' }, wrong: [{}, { name: 1 }, { name: 'k', role: 'emperor' }] },
  'DELETE /api/keys/:id': { path: '/api/keys/none', unknown: ['/api/keys/none'] },
  'GET /api/people': {},
  'PATCH /api/people/:userId': {
    path: '/api/people/none',
    unknown: ['/api/people/none'],
    body: { role: 'member' },
    wrong: [{ role: 'emperor' }],
  },
  'DELETE /api/people/:userId': {
    path: '/api/people/none',
    unknown: ['/api/people/none'],
  },
  'GET /api/invitations/accept': { unknown: ['/api/invitations/accept?token=none'] },
  'POST /api/invitations/accept': {
    body: { token: 'none', name: 'Eve', password: 'a long enough one' },
    wrong: [{}, { token: 1 }],
  },
  'POST /api/invitations': {
    body: { email: 'new@example.com', role: 'member' },
    wrong: [{}, { email: 'no address', role: 'member' }],
  },
  'DELETE /api/invitations/:id': {
    path: '/api/invitations/none',
    unknown: ['/api/invitations/none'],
  },
  'GET /api/projects': {},
  'POST /api/projects': {
    body: { name: 'Another' },
    wrong: [{}, { name: 7 }, { name: 'x'.repeat(121) }, { name: 'x', starter: 'none' }],
  },
  'GET /api/projects/:id': projectIn(''),
  'PATCH /api/projects/:id': { ...projectIn(''), body: { name: 'Same' }, wrong: [{}, { name: 7 }] },
  'DELETE /api/projects/:id': { ...projectIn('') },
  'GET /api/projects/:id/pages': projectIn('/pages'),
  'GET /api/operations': {},
  'POST /api/projects/:id/operations/:operationId': {
    ...projectIn('/operations/site.insertHtml'),
    unknown: ['/api/projects/none/operations/site.insertHtml', '/api/projects/:project/operations/site.none'],
    alsoBarred: ['viewer'],
    body: { input: { parentId: 'none', html: '<p>x</p>' } },
    wrong: [{ input: 1 }, { input: {} }, { input: { parentId: 1, html: '' } }, { input: {}, documentId: 4 }],
  },
  'GET /api/projects/:id/content': projectIn('/content'),
  'GET /api/projects/:id/content/changes': projectIn('/content/changes'),
  'GET /api/projects/:id/content/vocabulary': projectIn('/content/vocabulary'),
  'GET /api/projects/:id/content/status': projectIn('/content/status'),
  'POST /api/projects/:id/content/sync': projectIn('/content/sync'),
  'POST /api/projects/:id/content/rebuild': projectIn('/content/rebuild'),
  'PUT /api/projects/:id/content/remote': {
    ...projectIn('/content/remote'),
    body: { url: 'https://git.example.test/a.git' },
    wrong: [{}, { url: 4 }, { url: '' }, { url: 'https://git.example.test/a.git', token: 'a\nb' }],
  },
  'DELETE /api/projects/:id/content/remote': projectIn('/content/remote'),
  'POST /api/projects/:id/content/webhook': projectIn('/content/webhook'),
  'GET /api/projects/:id/content/keys': projectIn('/content/keys'),
  'POST /api/projects/:id/content/keys': {
    ...projectIn('/content/keys'),
    body: { name: 'Shop', role: 'viewer' },
    wrong: [
      { name: 'Shop' },
      { name: '', role: 'viewer' },
      { name: 'Shop', role: 'owner' },
      { name: 'x', role: 'viewer', perMinute: 61 },
    ],
  },
  'PATCH /api/projects/:id/content/keys/:key': {
    ...projectIn('/content/keys/none'),
    unknown: ['/api/projects/none/content/keys/none', '/api/projects/:project/content/keys/none'],
    body: { name: 'Shop' },
    wrong: [{ role: 'owner' }, { instructions: 'x'.repeat(2001) }, { origins: ['https://example.com/path'] }],
  },
  'DELETE /api/projects/:id/content/keys/:key': {
    ...projectIn('/content/keys/none'),
    unknown: ['/api/projects/none/content/keys/none', '/api/projects/:project/content/keys/none'],
  },
  'GET /api/projects/:id/content/webhooks': projectIn('/content/webhooks'),
  'POST /api/projects/:id/content/webhooks': {
    ...projectIn('/content/webhooks'),
    body: { name: 'Deploy', url: 'https://hooks.example.test/', events: ['publish'] },
    wrong: [
      { name: 'Deploy', url: 'https://hooks.example.test/', events: [] },
      { name: 'Deploy', url: 'file:///etc/passwd', events: ['publish'] },
      { name: '', url: 'https://hooks.example.test/', events: ['publish'] },
      { name: 'Deploy', url: 'https://hooks.example.test/', events: ['burn'] },
    ],
  },
  'DELETE /api/projects/:id/content/webhooks/:webhook': {
    ...projectIn('/content/webhooks/none'),
    unknown: ['/api/projects/none/content/webhooks/none', '/api/projects/:project/content/webhooks/none'],
  },
  'POST /api/projects/:id/content/webhooks/:webhook/test': {
    ...projectIn('/content/webhooks/none/test'),
    unknown: ['/api/projects/none/content/webhooks/none/test', '/api/projects/:project/content/webhooks/none/test'],
  },
  'GET /api/projects/:id/content/webhooks/:webhook/deliveries': {
    ...projectIn('/content/webhooks/none/deliveries'),
    unknown: ['/api/projects/none/content/webhooks/none/deliveries'],
  },
  'POST /api/projects/:id/content/webhooks/:webhook/deliveries/:delivery/repeat': {
    ...projectIn('/content/webhooks/none/deliveries/none/repeat'),
    unknown: ['/api/projects/none/content/webhooks/none/deliveries/none/repeat'],
  },
  'GET /api/content/v1/:projectId/models': {
    unknown: ['/api/content/v1/none/models', '/api/content/v1/:project/models'],
  },
  'GET /api/content/v1/:projectId/entries/:model': {
    unknown: ['/api/content/v1/none/entries/none', '/api/content/v1/:project/entries/none'],
  },
  'GET /api/content/v1/:projectId/entries/:model/:entry': {
    unknown: ['/api/content/v1/none/entries/none/none', '/api/content/v1/:project/entries/none/none'],
  },
  'GET /api/content/v1/:projectId/media/:mediaId': {
    unknown: ['/api/content/v1/none/media/none', '/api/content/v1/:project/media/none'],
  },
  'POST /api/conversation/v1/:projectId/message': { path: '/api/conversation/v1/:project/message' },
  'GET /api/conversation/v1/:projectId/history': { path: '/api/conversation/v1/:project/history?conversationId=none' },
  'GET /api/projects/:id/content/branches/:branch': projectIn('/content/branches/none'),
  'POST /api/projects/:id/content/shown': {
    ...projectIn('/content/shown'),
    body: {},
    wrong: [{ loops: 1 }, { loops: [[{ name: 'data-limit' }]] }, { entry: {} }, { branch: '' }],
  },
  'GET /api/projects/:id/content/models/:model/entries': projectIn('/content/models/none/entries'),
  'GET /api/projects/:id/content/models/:model/entries/:entry': projectIn('/content/models/none/entries/none'),
  'GET /api/forms/v1/:projectId/:modelId/config': formIn('config'),
  'POST /api/forms/v1/:projectId/:modelId/submit': {
    ...formIn('submit'),
    body: { data: { name: 'Ada' } },
    wrong: [{ _hp: 4 }, { data: 'text' }, { data: {}, _hp: 4 }],
  },
  'GET /api/projects/:id/content/forms/:model/submissions.csv': projectIn('/content/forms/none/submissions.csv'),
  'GET /api/projects/:id/content/forms/:model/notifications': projectIn('/content/forms/none/notifications'),
  'POST /api/projects/:id/content/forms/:model/notifications/test': {
    ...projectIn('/content/forms/none/notifications/test'),
    body: { kind: 'webhook' },
  },
  'PUT /api/projects/:id/content/forms/:model/notifications': {
    ...projectIn('/content/forms/none/notifications'),
    body: { webhookUrl: null },
    wrong: [{ webhookUrl: 4 }, { webhookUrl: '' }, { mail: 'ada@example.com' }, { mail: ['a@b\nBcc: c@d'] }],
  },
  'GET /api/projects/:id/generations': projectIn('/generations'),
  'POST /api/projects/:id/generations': {
    ...projectIn('/generations'),
    body: { brief: 'A bakery in Porto' },
    wrong: [{}, { brief: 4 }, { brief: ' ' }, { brief: 'x', kind: 'none' }, { brief: 'x', budgetUsd: -1 }],
  },
  'GET /api/projects/:id/generations/:generationId': generationIn(''),
  'GET /api/projects/:id/fonts/sample': {
    ...projectIn('/fonts/sample?family=Fraunces'),
    unknown: ['/api/projects/none/fonts/sample?family=Fraunces', '/api/projects/:project/fonts/sample?family=Fraunces'],
  },
  'POST /api/projects/:id/generations/:generationId/start': {
    ...generationIn('/start'),
    body: {},
    wrong: [{ budgetUsd: 'much' }, { budgetUsd: 0 }],
  },
  'POST /api/projects/:id/generations/:generationId/stop': generationIn('/stop'),
  'POST /api/projects/:id/generations/:generationId/pages/:page': {
    ...generationIn('/pages/none'),
    body: { decision: 'adopt' },
    wrong: [{}, { decision: 'burn' }],
  },
  'POST /api/projects/:id/generations/:generationId/undo': generationIn('/undo'),
  'POST /api/projects/:id/generations/:generationId/redo': generationIn('/redo'),
  'POST /api/projects/:id/media': { ...projectIn('/media?name=a.txt') },
  'GET /api/projects/:id/media': projectIn('/media'),
  'GET /api/projects/:id/media/:mediaId/uses': {
    ...projectIn('/media/none/uses'),
    unknown: ['/api/projects/none/media/none/uses', '/api/projects/:project/media/none/uses'],
  },
  'GET /api/projects/:id/media/:mediaId': {
    ...projectIn('/media/none'),
    unknown: [
      '/api/projects/none/media/none',
      '/api/projects/:project/media/none',
      '/api/projects/:project/files/none',
    ],
  },
  'GET /api/projects/:id/parts': projectIn('/parts'),
  'POST /api/projects/:id/parts': {
    ...projectIn('/parts'),
    body: { name: 'Bracket' },
    wrong: [{}, { name: 7 }, { name: ' ' }, { name: 'x'.repeat(201) }],
  },
  'GET /api/projects/:id/parts/:partId': partIn(''),
  'GET /api/projects/:id/parts/:partId/export': partIn('/export?format=stl'),
  'POST /api/projects/:id/parts/:partId/import': partIn('/import'),
  'GET /api/projects/:id/parts/:partId/picture': partIn('/picture?view=top'),
  'GET /api/projects/:id/parts/:partId/uses': partIn('/uses'),
  'POST /api/projects/:id/preview': {
    ...projectIn('/preview'),
    body: {},
    wrong: [{ pageId: 1 }, { pageId: '', more: true }],
  },
  'GET /api/projects/:id/preview/:pageId': projectIn('/preview/none'),
  'GET /api/projects/:id/code/build': projectIn('/code/build'),
  'POST /api/projects/:id/import': {
    ...projectIn('/import'),
    unknown: ['/api/projects/none/import'],
    wrong: [{}, { zip: 1 }],
  },
  'POST /api/projects/:id/publish': { ...projectIn('/publish') },
  'GET /api/projects/:id/releases': projectIn('/releases'),
  'GET /api/projects/:id/checks': {
    ...projectIn('/checks'),
    unknown: ['/api/projects/none/checks', '/api/projects/:project/checks?documentId=none'],
  },
  'POST /api/projects/:id/releases/:releaseId/restore': {
    ...projectIn('/releases/none/restore'),
    unknown: ['/api/projects/:project/releases/none/restore'],
  },
  'DELETE /api/projects/:id/releases/:releaseId': {
    ...projectIn('/releases/none'),
    unknown: ['/api/projects/:project/releases/none'],
  },
  'GET /api/projects/:id/export': projectIn('/export'),
  'GET /api/projects/:id/publish/changes': projectIn('/publish/changes'),
  'GET /api/projects/:id/publish/problems': projectIn('/publish/problems'),
  'GET /api/projects/:id/domains': projectIn('/domains'),
  'POST /api/projects/:id/domains': {
    ...projectIn('/domains'),
    body: { host: 'www.example.com' },
    wrong: [{}, { host: 1 }, { host: 'localhost' }, { host: 'a b.example' }, { host: '10.0.0.1' }],
  },
  'DELETE /api/projects/:id/domains/:host': {
    ...projectIn('/domains/none.example'),
    unknown: ['/api/projects/:project/domains/none.example'],
  },
  'GET /api/projects/:id/versions': projectIn('/versions'),
  'POST /api/projects/:id/versions': {
    ...projectIn('/versions'),
    body: { name: 'Before the fair' },
    wrong: [{}, { name: 7 }, { name: ' ' }, { name: 'x'.repeat(201) }],
  },
  'DELETE /api/projects/:id/versions/:versionId': {
    ...projectIn('/versions/none'),
    unknown: ['/api/projects/:project/versions/none'],
  },
  'GET /api/projects/:id/versions/:versionId/changes': {
    ...projectIn('/versions/none/changes'),
    unknown: ['/api/projects/:project/versions/none/changes'],
  },
  'GET /api/projects/:id/versions/:versionId/pages/:pageId': {
    ...projectIn('/versions/now/pages/none'),
    unknown: ['/api/projects/:project/versions/now/pages/none', '/api/projects/:project/versions/none/pages/none'],
  },
  'GET /api/projects/:id/frames/:pageId': {
    ...projectIn('/frames/none'),
    unknown: ['/api/projects/:project/frames/none', '/api/projects/:project/frames/none?version=none'],
  },
  'POST /api/projects/:id/versions/:versionId/restore': {
    ...projectIn('/versions/none/restore'),
    unknown: ['/api/projects/:project/versions/none/restore'],
    body: {},
    wrong: [{ pageId: 1 }],
  },
  'POST /api/projects/:id/documents/:documentId/writers': {
    ...projectIn('/documents/none/writers'),
    unknown: ['/api/projects/none/documents/none/writers', '/api/projects/:project/documents/none/writers'],
    body: { keys: ['settings/theme'] },
    wrong: [{}, { keys: [] }, { keys: 'a' }, { keys: [4] }, { keys: ['a'], more: true }],
  },
  'POST /api/projects/:id/changes/:changeSetId/undo': {
    ...projectIn('/changes/none/undo'),
    unknown: ['/api/projects/:project/changes/none/undo'],
  },
  'POST /api/projects/:id/changes/:changeSetId/redo': {
    ...projectIn('/changes/none/redo'),
    unknown: ['/api/projects/:project/changes/none/redo'],
  },
  'GET /api/ai/credentials': {},
  'POST /api/ai/credentials': {
    body: { provider: 'ollama', label: 'x' },
    wrong: [{}, { provider: 'none', label: 'x' }, { provider: 'ollama', label: 4 }],
  },
  'POST /api/ai/credentials/:id/test': {
    path: '/api/ai/credentials/none/test',
    unknown: ['/api/ai/credentials/none/test'],
  },
  'PATCH /api/ai/credentials/:id': {
    path: '/api/ai/credentials/none',
    unknown: ['/api/ai/credentials/none'],
    body: { label: 'x' },
    wrong: [{ label: 4 }],
  },
  'DELETE /api/ai/credentials/:id': {
    path: '/api/ai/credentials/none',
    unknown: ['/api/ai/credentials/none'],
  },
  'GET /api/ai/suggestions': {},
  'POST /api/ai/suggestions/:provider': {
    path: '/api/ai/suggestions/none',
    unknown: ['/api/ai/suggestions/none'],
  },
  'GET /api/ai/services': {},
  'GET /api/ai/pictures': {},
  'PUT /api/ai/pictures': {
    body: { service: 'together', model: 'black-forest-labs/FLUX.1-schnell' },
    wrong: [{}, { service: 'sketch' }, { service: 'together', model: 'none' }, { service: 'together', model: 4 }],
  },
  'PUT /api/ai/services/:service': {
    path: '/api/ai/services/brave',
    unknown: ['/api/ai/services/none'],
    body: { apiKey: 'BSA0123456789' },
    wrong: [{}, { apiKey: '' }, { apiKey: 'two words' }, { apiKey: 4 }],
  },
  'POST /api/ai/services/:service/environment': {
    path: '/api/ai/services/brave/environment',
    unknown: ['/api/ai/services/none/environment', '/api/ai/services/pexels/environment'],
  },
  'POST /api/ai/services/:service/test': {
    path: '/api/ai/services/brave/test',
    unknown: ['/api/ai/services/none/test', '/api/ai/services/pexels/test'],
  },
  'DELETE /api/ai/services/:service': {
    path: '/api/ai/services/brave',
    unknown: ['/api/ai/services/none', '/api/ai/services/pexels'],
  },
  'GET /api/ai/defaults': {},
  'PUT /api/ai/defaults/:scope': {
    path: '/api/ai/defaults/site',
    unknown: ['/api/ai/defaults/nowhere'],
    body: { credentialId: 'none', modelId: 'm' },
    wrong: [{}, { credentialId: 1, modelId: 'm' }],
  },
  'DELETE /api/ai/defaults/:scope': {
    path: '/api/ai/defaults/site',
    unknown: ['/api/ai/defaults/nowhere'],
  },
  'GET /api/ai/providers/:provider/models': {
    path: '/api/ai/providers/anthropic/models?credentialId=none',
    unknown: ['/api/ai/providers/anthropic/models?credentialId=none'],
  },
  'GET /api/ai/budgets': {},
  'PUT /api/ai/budgets': { body: {}, wrong: [{ run: 1 }] },
  'GET /api/ai/usage': {},
  'GET /api/ai/audit': {},
  'GET /api/ai/audit/events': {},
  'POST /api/ai/sessions': {
    body: { projectId: 'none', scope: 'site' },
    wrong: [{}, { scope: 'nowhere' }, { projectId: 1, scope: 'site' }],
  },
  'GET /api/ai/sessions': { unknown: ['/api/ai/sessions?projectId=none'] },
  'GET /api/ai/sessions/:id': sessionIn(''),
  'GET /api/ai/sessions/:id/messages': sessionIn('/messages?before=none'),
  'GET /api/ai/sessions/:id/changes': sessionIn('/changes?runs=:run'),
  'PATCH /api/ai/sessions/:id': { ...sessionIn(''), body: { title: 'Same' }, wrong: [{ title: 4 }, { title: '' }] },
  'DELETE /api/ai/sessions/:id': sessionIn(''),
  'POST /api/ai/sessions/:id/continue': sessionIn('/continue'),
  'POST /api/ai/sessions/:id/runs': {
    ...sessionIn('/runs'),
    body: { prompt: 'Hello' },
    wrong: [
      {},
      { prompt: 5 },
      { prompt: ' ' },
      { prompt: 'x', whenBusy: 'shout' },
      { prompt: 'x', runId: '!' },
      { prompt: 'x', images: [{}] },
    ],
  },
  'POST /api/ai/sessions/:id/runs/:runId/abort': runIn('/runs/:run/abort'),
  'GET /api/ai/sessions/:id/runs/:runId/changes': runIn('/runs/:run/changes'),
  'POST /api/ai/sessions/:id/runs/:runId/undo': { ...runIn('/runs/:run/undo') },
  'POST /api/ai/sessions/:id/runs/:runId/redo': { ...runIn('/runs/:run/redo') },
  'GET /api/ai/sessions/:id/runs/:runId/events': runIn('/runs/:run/events'),
  'POST /api/ai/sessions/:id/queue/:runId/send': runIn('/queue/:run/send'),
  'PATCH /api/ai/sessions/:id/queue/:runId': {
    ...runIn('/queue/:run'),
    body: { prompt: 'Other words' },
    wrong: [{}, { prompt: 5 }],
  },
  'DELETE /api/ai/sessions/:id/queue/:runId': runIn('/queue/:run'),
  'GET /api/ai/sessions/:id/stream': sessionIn('/stream'),
  'HEAD /api/ai/sessions/:id/stream': sessionIn('/stream'),
  'POST /api/ai/chat/:scope': {
    path: '/api/ai/chat/site',
    unknown: ['/api/ai/chat/nowhere'],
    body: { conversationId: 'none', prompt: 'x' },
    wrong: [{}, { prompt: 5 }, { prompt: 'x', conversationId: 5 }, { prompt: 'x', whenBusy: 'shout' }],
  },
  'GET /api/ai/rehearsals': {},
  'POST /api/ai/sessions/:id/approvals/:toolCallId': {
    ...sessionIn('/approvals/none'),
    unknown: ['/api/ai/sessions/none/approvals/none', '/api/ai/sessions/:session/approvals/none'],
    body: { decision: 'deny' },
    wrong: [{}, { decision: 'maybe' }],
  },
  'GET /api/ai/policies': {},
  'DELETE /api/ai/policies': {},
  'DELETE /api/ai/policies/:id': { path: '/api/ai/policies/none', unknown: ['/api/ai/policies/none'] },
  'POST /api/ai/sessions/:id/executors': {
    ...sessionIn('/executors'),
    body: { executorId: 'tab-00000001', kind: 'view' },
    wrong: [{}, { executorId: '!', kind: 'view' }, { executorId: 'tab-00000001', kind: 'kernel' }],
  },
  'DELETE /api/ai/sessions/:id/executors/:executorId': sessionIn('/executors/none'),
  'POST /api/ai/tool-result': {
    unknown: ['/api/ai/tool-result'],
    body: { bridgeId: 'none', requestId: 'none', result: { ok: true } },
    wrong: [{}, { bridgeId: 1, requestId: 'x', result: {} }],
  },
  'GET /api/ai/sessions/:id/images/:hash': {
    ...sessionIn('/images/none'),
    unknown: ['/api/ai/sessions/none/images/none', '/api/ai/sessions/:session/images/none'],
  },
  'GET /mcp': {},
  'POST /mcp': { body: { jsonrpc: '2.0', id: 1, method: 'ping' }, wrong: [{}, { jsonrpc: 1 }] },
  'DELETE /mcp': {},
  'GET /mcp/:projectId': { path: '/mcp/:project', unknown: ['/mcp/none'] },
  'POST /mcp/:projectId': {
    path: '/mcp/:project',
    unknown: ['/mcp/none'],
    body: { jsonrpc: '2.0', id: 1, method: 'ping' },
    wrong: [{}, { jsonrpc: 1 }],
  },
  'DELETE /mcp/:projectId': { path: '/mcp/:project', unknown: ['/mcp/none'] },
}
