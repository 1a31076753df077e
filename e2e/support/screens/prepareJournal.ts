import type { Scene } from '../scene.ts'
import {
  authors,
  german,
  locales,
  models,
  parts,
  posts,
  sent,
  terms,
  topics,
  turkish,
  turkishPage,
  words,
} from './journalModels.ts'
import { pictures } from './journalPictures.ts'

interface Answer<Data> {
  ok: boolean
  data?: Data
  error?: { message: string }
}

/** Calls an operation on the prepared project. */
export async function operate<Data>({ api, projectId }: Scene, name: string, input: object, rest: object = {}) {
  const answer = await api.post<Answer<Data>>(`/api/projects/${projectId}/operations/${name}`, { input, ...rest })
  if (!answer.ok || answer.data === undefined) throw new Error(`${name}: ${answer.error?.message}`)
  return answer.data
}

/** A journal of some months: entries of every state in three languages, with pages, pictures, words, a form and a branch. */
export async function prepareJournal(scene: Scene): Promise<void> {
  const call = <Data>(name: string, input: object, focus: object = {}) =>
    operate<Data>(scene, `content.${name}`, input, { focus })
  for (const model of models) await call('save_model', model)
  await call('save_content', { model: 'author', data: authors })
  await call('save_content', { model: 'topic', data: topics })
  const covers = await uploadPictures(scene)
  const withCover = Object.entries(posts).map(([id, data], at) => [
    id,
    { ...data, ...(at < 9 ? { cover: covers[at % covers.length] } : {}) },
  ])
  await call('save_content', { model: 'post', data: Object.fromEntries(withCover) })
  await call('save_content', { model: 'post', locale: 'tr', data: turkish })
  await call('save_content', { model: 'post', locale: 'de', data: german })
  await call('save_content', { model: 'part', data: parts })
  for (const [at, locale] of locales.entries()) {
    const texts = Object.entries(words).flatMap(([key, row]) => (row[at] ? [[key, row[at]]] : []))
    await call('save_content', { model: 'wording', locale, data: Object.fromEntries(texts) })
  }
  await call('vocabulary', { terms })

  for (const [model, ids] of [
    ['author', Object.keys(authors)],
    ['topic', Object.keys(topics)],
    ['part', Object.keys(parts)],
    ['post', Object.keys(posts).slice(0, 8)],
  ] as const)
    await call('update_status', { model, entryIds: ids, status: 'published' })
  const status = (id: string, rest: object) => call('update_status', { model: 'post', entryIds: [id], ...rest })
  await status('drying-rungs-in-winter', { status: 'published', publish_at: '2027-01-08T07:00:00Z' })
  await status('a-bench-for-the-station', { status: 'published', publish_at: '2027-01-18T07:00:00Z' })
  await status('the-friday-visitors', { expire_at: '2027-01-08T17:00:00Z' })
  await status('what-a-rail-costs', { status: 'in_review' })
  await call('setRoute', { model: 'post', route: 'journal' })
  await operate(scene, 'site.addEntryPages', { model: 'post' })
  await withoutNotice(scene)

  const summary = 'A chair that comes apart is mended at your own table. How a draw-bored joint holds without glue.'
  const role = 'Chair maker and teacher'
  await call('save_content', { model: 'author', data: { 'ann-oduya': { role } } })
  await call('saveList', { model: 'post', name: 'About repairs', view: { where: { topics: { contains: 'repair' } } } })
  await call('saveList', { model: 'post', name: 'Not out yet', view: { status: 'draft', sort: '-date' } })
  await call('saveForm', {
    model: 'question',
    open: true,
    fields: ['name', 'email', 'question'],
    labels: { question: 'What would you like to know?' },
    message: 'Thank you. We answer on Fridays.',
  })
  for (const data of sent)
    await scene.api.raw(`/api/forms/v1/${scene.projectId}/question/submit`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })

  const { id: branchId } = await call<{ id: string }>('createBranch', { title: 'A clearer beginning for the joints' })
  const proposed = { title: 'Why every joint stays open', summary }
  await call('save_content', { model: 'post', data: { 'why-the-joints-stay-open': proposed } }, { branchId })
  await call('save_content', { model: 'part', data: { rail: { price: '31' } } }, { branchId })
  const title = 'Why our joints stay open'
  await call('save_content', { model: 'post', data: { 'why-the-joints-stay-open': { title } } })
  const { id: other } = await call<{ id: string }>('createBranch', { title: 'Prices of the new year' })
  await call('save_content', { model: 'part', data: { seat: { price: '99' } } }, { branchId: other })
}

/** The notice at the foot of the home page is on no other page. */
async function withoutNotice(scene: Scene): Promise<void> {
  const { pages } = await scene.api.get<{ pages: { slug: string; documentId: string; title: string }[] }>(
    `/api/projects/${scene.projectId}/pages`,
  )
  for (const { documentId } of pages.filter(({ title }) => /^Posts/.test(title))) {
    const { matches } = await operate<{ matches: { uid: string }[] }>(
      scene,
      'site.find',
      { selector: '.notice' },
      { documentId },
    )
    for (const { uid } of matches) await operate(scene, 'site.deleteNode', { nodeId: uid }, { documentId })
  }
}

interface StaleText {
  nodeId: string
  text?: string
  sourceNodeId?: string
}

/** Translates a page into Turkish; afterwards its source is changed in one text, and has another one more. */
export async function translatePage(scene: Scene): Promise<void> {
  const { pages } = await scene.api.get<{ pages: { slug: string; documentId: string; title: string }[] }>(
    `/api/projects/${scene.projectId}/pages`,
  )
  if (pages.some(({ slug }) => slug === 'tr/about')) return
  const source = pages.find(({ slug }) => slug === 'about')?.documentId
  const made = await operate<{ pageId: string }>(scene, 'site.duplicatePage', {
    pageId: source,
    title: 'Atölye',
    locale: 'tr',
  })
  const { texts } = await operate<{ texts: StaleText[] }>(scene, 'site.listStaleTexts', { pageId: made.pageId })
  const written = texts.flatMap(({ nodeId, text }) => {
    const translated = turkishPage[text ?? '']
    return translated === undefined ? [] : [{ nodeId, text: translated }]
  })
  await operate(scene, 'site.setTexts', { texts: written }, { documentId: made.pageId })
  const { matches } = await operate<{ matches: { uid: string }[] }>(
    scene,
    'site.find',
    { selector: 'main h1' },
    { documentId: source },
  )
  const text = 'A small room, a larger saw'
  await operate(scene, 'site.setTexts', { texts: [{ nodeId: matches[0]?.uid, text }] }, { documentId: source })
}

/** @returns their addresses */
async function uploadPictures(scene: Scene): Promise<string[]> {
  const paths: string[] = []
  for (const { name, alt, focal, tags, draw } of pictures) {
    const answer = await scene.api.raw(`/api/projects/${scene.projectId}/media?name=${name}`, {
      method: 'POST',
      headers: { 'content-type': 'image/jpeg' },
      body: await draw(),
    })
    const { id, path }: { id: string; path: string } = await answer.json()
    await operate(scene, 'content.update_media', { assetId: id, alt: { en: alt }, tags, focal })
    paths.push(path)
  }
  return paths
}
