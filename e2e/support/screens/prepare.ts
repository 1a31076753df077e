import type { Scene } from '../scene.ts'

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="80" viewBox="0 0 120 80"><rect width="120" height="80" fill="peru"/><circle cx="84" cy="30" r="14" fill="ivory"/></svg>'

/**
 * The content of a project of some weeks: files, a component, tokens, a query, code, and something for the checks to
 * find.
 */
export async function prepare({ api, projectId }: Scene): Promise<void> {
  const run = async <Data>(name: string, input: object): Promise<Data> => {
    const path = `/api/projects/${projectId}/operations/site.${name}`
    const answer = await api.post<{ ok: boolean; data?: Data; error?: { message: string } }>(path, { input })
    if (!answer.ok || answer.data === undefined) throw new Error(`${name}: ${answer.error?.message}`)
    return answer.data
  }
  const pictures: string[] = []
  for (const [name, fill] of [
    ['harbour', 'peru'],
    ['oven', 'teal'],
    ['a-very-long-name-of-a-picture-from-a-telephone', 'plum'],
  ] as const) {
    const answer = await api.raw(`/api/projects/${projectId}/media?name=${name}.svg`, {
      method: 'POST',
      headers: { 'content-type': 'image/svg+xml' },
      body: PICTURE.replace('peru', fill),
    })
    const { path }: { path: string } = await answer.json()
    pictures.push(path)
  }
  const { pages } = await api.get<{ pages: { slug: string; rootNodeId: string }[] }>(`/api/projects/${projectId}/pages`)
  const parentId = pages.find(({ slug }) => slug === 'index')?.rootNodeId
  await run('insertHtml', {
    parentId,
    html: `<section class="notice"><h2>Closed in <em>August</em></h2><p>Back on the first of September.</p><img class="shop" src="/media/${pictures[0]?.replace(/^\/?(media\/)?/, '')}" width="120" height="80" alt="The harbour"></section>`,
  })
  await run('applyCss', {
    css: '.notice { display: flex; gap: 24px; padding: 24px; background: #1f3a5f; color: #fff; border-radius: 12px } .notice:hover { background: #1f3a5f } .old-note { color: #1f3a5f } @media (max-width: 768px) { .notice { flex-direction: column } }',
  })
  const { matches } = await run<{ matches: { uid: string }[] }>('find', { selector: 'footer' })
  await run('createComponent', { title: 'Colophon', nodeIds: [matches[0]?.uid] })
  await run('addPage', { title: 'Opening hours in summer and on holidays', slug: 'hours' })
  await run('write_code_asset', {
    path: 'menu.js',
    type: 'script',
    content: "document.querySelector('.menu')?.toggleAttribute('hidden')\n",
  })
}
